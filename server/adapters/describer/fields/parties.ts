import type { Mention } from '../mention.ts'
import { namesIn } from '../names.ts'
import { ALL, BUYER, SELLER } from './labels.ts'
import { afterLabel, type FieldLine, type Labels, valuesOf } from './lines.ts'

/** Who is bound by a paper, or writes to whom. */

export interface NamedParty {
  text: string
  lines: FieldLine[]
  people: Mention[]
  organisations: Mention[]
  language: string
}

const whole = ({ normal, text }: Mention) =>
  String(normal ?? text)
    .replace(/\s+/g, ' ')
    .trim()

/** Words that begin an address or a number, not a name. */
const NO_NAME =
  /^(?:код(?!\p{L})|по мере|в течение|не позднее|срок|наз\. пл|вид оп|рез\. поле|инн|кпп|огрн|бик|адрес|тел|ул\.|г\.|д\.|р\/с|к\/с|счет|сч\.|vat|tax|tel|phone|e-?mail|address|no\.|po box|p\.o\.|street|invoice|date|www|http|[_$({<[]|\d)/iu
const ENDS =
  /\s*(?:,\s*(?!Inc|Ltd|LLC|LLP|S\.A|GmbH|Corp|PLC|B\.V)|;|\s[–—-]\s|\(|<|\bИНН|\bОГРН|\bКПП|\bтел\b|\s\d{5,}|@)/iu

/** A name as it stands behind a label: with its legal form, else what comes before the address. */
export function nameOf(value: string): string | undefined {
  const piece = value.slice(0, 160).trim()
  if (
    piece.length < 2 ||
    NO_NAME.test(piece) ||
    /^\p{Ll}/u.test(piece) ||
    afterLabel(piece, ALL) !== undefined ||
    /[_$]{2}|\{/.test(piece)
  )
    return undefined
  const { organisations, people } = namesIn(piece)
  const first = organisations.find(({ form, start }) => form && start < 4) ?? people.find(({ start }) => start < 4)
  if (first && (first.form || whole(first).includes(' '))) return whole(first)
  const inside = organisations.find(({ form }) => form)
  if (inside && inside.start < 60 && !/\d/.test(piece.slice(0, inside.start))) return whole(inside)
  const cut = piece.search(ENDS)
  const name = (cut > 0 ? piece.slice(0, cut) : piece).replace(/[\s.,:;]{1,9}$/, '')
  const words = name.split(/\s+/)
  return name.length > 2 && words.length <= 7 && /^[\p{Lu}«"“\d]/u.test(name) && /\p{L}{2}/u.test(name)
    ? name
    : undefined
}

const distinct = (names: (string | undefined)[]) => {
  const seen = new Set<string>()
  return names.filter((name): name is string => {
    const key = name?.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
    if (!key || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

function labelled(lines: FieldLine[], wanted: Labels): string | undefined {
  for (const { value } of valuesOf(lines, wanted, ALL, nameOf)) return value
  return undefined
}

const MARK = /(?:именуем\p{Ll}{0,3}|(?<!\p{L})далее)[^«"“\n]{0,50}[«"“](\p{L}[^»"”\n]{1,40})[»"”]/giu
const SIDES =
  /^(?:стороны|договор|контракт|соглашение|услуги|работы|товар|объект|помещение|квартира|автомобиль|имущество|акт|общество|закон|оборудование|программа)$/i

/** "ООО «Ромашка», в лице …, именуемое «Арендодатель», и ИП Сидоров …, именуемый «Арендатор»". */
function russianSides({ text, organisations, people }: NamedParty): string[] {
  const head = text.slice(0, 4000)
  const names = [...organisations.filter(({ form }) => form), ...people.filter(one => whole(one).includes(' '))].sort(
    (a, b) => a.start - b.start,
  )
  const found: string[] = []
  let from = 0
  for (const mark of head.matchAll(MARK)) {
    if (SIDES.test(mark[1]!.trim()) || found.length >= 4) continue
    const until = mark.index
    // Who acts for the side is not the side.
    const isSide = ({ start, end }: Mention) =>
      start >= from && end <= until + 2 && !/в лице[^,]{0,120}$/iu.test(head.slice(from, start))
    const name = names.find(isSide)
    if (name) found.push(whole(name))
    from = until + mark[0].length
  }
  return found
}

const ROLE =
  /\(\s{0,3}(?:the |each an? |hereinafter[^")“]{0,60}|hereafter[^")“]{0,60}|referred to[^")“]{0,40}|collectively[^")“]{0,40})?["“'‘]\s?(?:the )?(\p{L}[^"”'’)]{1,40})["”'’][^)]{0,60}\)|,?\s{1,3}hereinafter[^"“,.]{0,50}["“]?(?:the )?(\p{L}{3,20})["”]?/giu
const SHARED =
  /^(?:part(?:y|ies)|agreement|effective date|contract|lease|date|premises|property|services|term|software|product)/i

/** "between Acme Ltd (the “Landlord”) and John Smith (the “Tenant”)". */
function englishSides({ text }: NamedParty): string[] {
  const head = text.slice(0, 5000)
  const at = /\b(?:by and )?(?:between|among)\b(?!\s+the parties)[\s:]{0,9}/i.exec(head)
  if (!at) return []
  const rest = head
    .slice(at.index + at[0].length, at.index + at[0].length + 1500)
    .split(/\bWHEREAS\b|\bWITNESSETH\b|\bNOW,? THEREFORE\b|\bRECITALS\b|\bBACKGROUND\b/)[0]!
  const found: (string | undefined)[] = []
  let from = 0
  for (const mark of rest.matchAll(ROLE)) {
    if (SHARED.test((mark[1] ?? mark[2])!)) continue
    found.push(sideOf(rest.slice(from, mark.index)))
    from = mark.index + mark[0].length
    if (found.length >= 4) break
  }
  if (found.length >= 2) return distinct(found)
  const plain = /^(.{3,100}?)(?:,? and |\s?&\s)(.{3,100}?)(?:[.;\n]|, (?!Inc|Ltd|LLC)|$)/.exec(
    rest.replace(/\n(?!\n)/g, ' '),
  )
  return plain ? distinct([sideOf(plain[1]!), sideOf(plain[2]!)]) : []
}

const sideOf = (piece: string) =>
  nameOf(
    piece
      .replace(/^[\s,;:.)]{1,20}/, '')
      .replace(/^(?:and|AND)\s{1,5}/, '')
      .replace(/^\(?[\da-z][.)]\s{1,5}/i, '')
      .replace(/\s+/g, ' ')
      .replace(/,? (?:an? |of |whose |with |having |located |residing |located |registered |incorporated ).*$/, ''),
  )

/** The head of the page: who has the paper printed. Known by its legal form, or by its address in the net. */
function letterhead({ text, lines, organisations }: NamedParty): string | undefined {
  const top = lines.slice(0, 8)
  const first = organisations.find(
    ({ form, start, text: said }) => form && start < 600 && top.some(line => line.text.includes(said.split('\n')[0]!)),
  )
  const domains = [
    ...text.slice(0, 20_000).matchAll(/(?:@|www\.|https?:\/\/)(?:www\.)?([a-z0-9-]{3,40})\.[a-z]{2,6}/gi),
  ].map(([, name]) => name!.toLowerCase().replaceAll('-', ''))
  const byNet = top.slice(0, 4).find(({ text: line }) => {
    const key = line.toLowerCase().replace(/[^a-z0-9]/g, '')
    return (
      key.length > 3 &&
      key.length < 40 &&
      domains.some(name => name === key || name.startsWith(key) || (name.length > 4 && key.startsWith(name)))
    )
  })
  const named = byNet && nameOf(byNet.text)
  const at = first ? top.findIndex(line => line.text.includes(first.text.split('\n')[0]!)) : 99
  if (named && (!first || top.indexOf(byNet!) < at)) return named
  return first && whole(first)
}

/** Which side a legal name stands on is not always said; two of them in a bill are its two sides. */
function billSides(named: NamedParty): string[] {
  const { lines, organisations } = named
  const seller = labelled(lines, SELLER)
  const buyer = labelled(lines, BUYER)
  const head = seller ?? letterhead({ ...named, lines: lines.slice(0, 8) })
  const sides = distinct([head === buyer ? undefined : head, buyer])
  if (sides.length > 0) return sides
  const formal = distinct(organisations.filter(({ form, text }) => form && !/банк|bank/i.test(text)).map(whole))
  const beginnings = new Set(formal.map(name => name.split(' ').slice(0, 2).join(' ')))
  return formal.length <= 2 && beginnings.size === formal.length ? formal : []
}

const CLOSING =
  /^(?:с уважением|искренне|yours (?:sincerely|faithfully|truly)|sincerely|(?:best|kind|warm)? ?regards|many thanks|respectfully|mit freundlichen grüßen|atentamente)/i
const GREETING = /^(?:уважаем|дорог|здравствуй|добрый|dear |hello|hi |sehr geehrte|estimad)/i
const OFFICE =
  /^(?:генеральн|директору|руководител|начальник|председател|главн|ректор|заведующ|президент|в (?:ооо|ао|пао|оао|зао)|кому|to:?\s|индивидуальному)/i

/** From whom, by the head of the page or the signature; to whom, by the lines before the greeting. */
function letterSides(named: NamedParty): string[] {
  const { lines } = named
  const mail = lines.slice(0, 3).some(({ text }) => /^(?:From|От):/i.test(text))
  if (mail) return distinct([labelled(lines.slice(0, 6), FROM), labelled(lines.slice(0, 6), TO)])
  const hello = lines.findIndex(({ text }, at) => at < 40 && GREETING.test(text))
  const closing = lines.findLastIndex(({ text }) => CLOSING.test(text))
  const block = lines.slice(0, hello < 0 ? 12 : hello)
  const to = labelled(block, TO) ?? addressee(block)
  const head = letterhead({ ...named, lines: block.slice(0, 6) })
  const from = labelled(block, FROM) ?? (head === to ? undefined : head) ?? signer(lines, closing)
  return distinct([from, to])
}

const FROM = ['from', 'от кого', 'от', 'отправитель', 'von'] as const
const TO = ['to', 'кому', 'получатель', 'an', 'attn'] as const

function addressee(block: FieldLine[]): string | undefined {
  const at = block.findIndex(({ cells }) => cells.some(cell => OFFICE.test(cell)))
  const rest =
    at < 0 ? [] : block.slice(at, at + 4).map(({ cells }) => cells.find(cell => OFFICE.test(cell)) ?? cells.at(-1)!)
  const found = rest.join(' ')
  const { organisations, people } = namesIn(found)
  const formal = organisations.find(({ form }) => form) ?? people.find(one => whole(one).includes(' '))
  if (formal) return whole(formal)
  // An English address: the name on its first line, a street or a town on the next.
  const street = block.findLastIndex(
    ({ text }, n) =>
      n > 0 && /^\d{1,5}[A-Z]? \p{Lu}|\b(?:Street|Road|Avenue|Lane|Suite|Drive|Square|Way|Court)\b/u.test(text),
  )
  if (street < 1) return undefined
  for (const { text } of block.slice(Math.max(0, street - 3), street).toReversed()) {
    const names = namesIn(text)
    const one = names.organisations.find(({ form }) => form) ?? names.people.find(person => whole(person).includes(' '))
    if (one) return whole(one)
  }
  return undefined
}

function signer(lines: FieldLine[], closing: number): string | undefined {
  if (closing < 0) return undefined
  const below = lines
    .slice(closing, closing + 6)
    .map(({ text }) => text.replace(CLOSING, '').replace(/^[\s,]{1,9}/, ''))
  for (const text of below) {
    const one = namesIn(text).organisations.find(({ form }) => form)
    if (one) return whole(one)
  }
  for (const text of below) {
    const person = namesIn(text.replace(/_{2,}|\/{1,2}/g, ' ').trim()).people.find(one => /[\s.]/.test(whole(one)))
    if (person) return whole(person)
    if (/^\p{Lu}[\p{L}'’-]{1,20}(?: \p{Lu}\.)?(?: \p{Lu}[\p{L}'’-]{1,20}){1,2}$/u.test(text)) return text
  }
  return undefined
}

const HEAD = 4000
const ACTS = /(?:в лице|represented by|acting by)/iu

/** Where nothing says who is on which side: the only two that are named in full. */
function theTwo({ text, organisations, people }: NamedParty): string[] {
  const before = (start: number) =>
    text
      .slice(Math.max(0, start - 140), start)
      .split(/ (?:и|and) /)
      .at(-1)!
  const isSide = ({ start }: Mention) => start < HEAD && !ACTS.test(before(start))
  const firms = organisations.filter(one => one.form && isSide(one) && !/банк|bank/i.test(one.text))
  const formal = distinct(firms.map(whole))
  const inFirm = (one: Mention) => firms.some(({ start, end }) => one.start >= start && one.end <= end)
  if (formal.length === 2) return formal
  const persons = distinct(
    people.filter(one => isSide(one) && !inFirm(one) && /^\p{Lu}[\p{L}-]+ \p{Lu}\p{Ll}/u.test(whole(one))).map(whole),
  )
  return formal.length === 0 && persons.length === 2 ? persons : []
}

export function partiesOf(paper: string, named: NamedParty): string[] {
  const { lines, language } = named
  if (paper === 'letter') return letterSides(named).slice(0, 4)
  if (paper === 'contract' || paper === 'act') {
    const sides = distinct(language === 'ru' ? russianSides(named) : englishSides(named))
    if (sides.length > 1) return sides.slice(0, 4)
    const both = distinct([labelled(lines, SELLER), labelled(lines, BUYER)])
    const known = [sides, both].find(some => some.length > 1) ?? (sides.length > 0 ? sides : both)
    if (known.length > 1) return known
    const pair = theTwo(named)
    if (known.every(one => pair.includes(one)) && pair.length > 0) return pair
    return known.length > 0 || paper === 'contract' ? known : billSides(named)
  }
  return billSides(named)
}
