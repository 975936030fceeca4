import { GIVEN_NAMES, PLACE_ENDS } from './english-words.ts'
import { isLetters } from './letters.ts'
import { type Mention, mention, Taken } from './mention.ts'
import { formsOf } from './morphology.ts'
import { CALLED, NAMED, NATIONS, OTHER_THINGS, ROLES, STATE, STATE_PREFIX } from './organisation-words.ts'
import { follows, hasLemma, isName, type SequenceToken } from './sequence.ts'

/** Russian names of organisations: by legal form, by what they are called, by their letters. */

const FORMS =
  'ООО|ОАО|ЗАО|ПАО|НАО|АО|АНО|НКО|ФГУП|ФГБУ|ФГБОУ|ГБУ|ГУП|МУП|МБУ|ТОО|ОДО|ИП|ТСЖ|СНТ|КФХ|ЧОП|АКБ|КБ|НПО|НИИ|ФГАУ|ГКУ|МУ|М[БАК]?Д?ОУ|М[АК]ДОУ|Г[БАК]?ОУ|ФГАОУ|ФГКОУ|ЧОУ|ГБУЗ|ГАУЗ|МБУЗ|ФГБНУ|МБУК|МАУК|МАУ|МКУ|ГАУ|ФКУ'
const LONG_FORMS: [RegExp, string][] = [
  [/Обществ\p{Ll}{1,8} с ограниченной ответственностью/giu, 'ООО'],
  [/Публичн\p{Ll}{1,8} акционерн\p{Ll}{1,8} обществ\p{Ll}{1,8}/giu, 'ПАО'],
  [/(?<!Публичн\p{Ll}{1,3} )Акционерн\p{Ll}{1,8} обществ\p{Ll}{1,8}/giu, 'АО'],
  [/Индивидуальн\p{Ll}{1,8} предпринимател\p{Ll}{1,8}/giu, 'ИП'],
]
const QUOTED = '[«"“„]([^»"”«\\n]{2,80})[»"”]'
const WITH_FORM = new RegExp(
  `(?<![\\p{L}\\p{N}])(${FORMS})\\s+(?:${QUOTED}|(\\p{Lu}[\\p{L}\\d-]+(?:\\s+\\p{Lu}[\\p{L}\\d-]+){0,2}(?: № ?\\d{1,4})?))`,
  'gu',
)
const FOREIGN =
  /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\d&'’.-]{0,40} (?:& |and )?){0,4}\p{Lu}[\p{L}\d&'’.-]{0,40},? (Inc|Ltd|LLC|LLP|GmbH|Corp|Corporation|Limited|PLC|Plc|AG|S\.A\.|B\.V\.|Oy|AB)(?![\p{L}\p{N}])\.?/gu

/** Words that begin a line or a sentence, and so a name only by their capital. */
const LEADING =
  /^(?:(?:Between|Among|And|By|From|To|With|For|Of|At|Signed|Dear|Dated|Re|Attn|Per|Via|Where|When|If|While|As) )+/

/** Signs without which the slow forms above need not be looked for. */
const SIGNS = {
  form: new RegExp(`(?:${FORMS})\\s`),
  long: /ограниченной|акционерн|предпринимател/i,
  site: /\.(?:ру|рф|ru|com|net|org)/,
  foreign: / (?:Inc|Ltd|LLC|LLP|GmbH|Corp|Limited|PLC|Plc|AG|S\.A\.|B\.V\.|Oy|AB)/,
}
const SITE = /(?<![\p{L}\p{N}@./-])\p{Lu}[\p{L}\d-]{2,}\.(?:ру|рф|ru|com|net|org)(?![\p{L}\p{N}@/])/gu

const matchesOf = (text: string, sign: RegExp, form: RegExp) => (sign.test(text) ? text.matchAll(form) : [])

/** What a legal form stands before or behind is an organisation for certain. */
export function organisationsByForm(text: string): Mention[] {
  const found: Mention[] = []
  for (const match of matchesOf(text, SIGNS.form, WITH_FORM)) {
    const [all, form, quoted, plain] = match
    const normal = quoted ? `${form} «${quoted}»` : `${form} ${plain}`
    found.push(mention(text, match.index, match.index + all.length, { normal, form }))
  }
  for (const [long, form] of LONG_FORMS)
    for (const match of matchesOf(text, SIGNS.long, long)) {
      const rest = new RegExp(`^\\s+(?:${QUOTED}|((?:\\p{Lu}\\p{Ll}+\\s?){2,3}))`, 'u').exec(
        text.slice(match.index + match[0].length, match.index + match[0].length + 120),
      )
      if (!rest) continue
      const name = rest[1] ? `«${rest[1]}»` : rest[2]!.trim()
      const end = match.index + match[0].length + rest[0].trimEnd().length
      found.push(mention(text, match.index, end, { normal: `${form} ${name}`, form }))
    }
  for (const match of matchesOf(text, SIGNS.site, SITE))
    found.push(mention(text, match.index, match.index + match[0].length))
  for (const match of matchesOf(text, SIGNS.foreign, FOREIGN)) {
    const before = LEADING.exec(match[0])?.[0].length ?? 0
    const name = match[0].slice(before)
    found.push(
      mention(text, match.index + before, match.index + match[0].length, { normal: name.trim(), form: match[1] }),
    )
  }
  return found
}

const MAX_QUOTE = 6

/** The words in quotes from here on, when they are few and begin like a name. */
function quoted(text: string, tokens: SequenceToken[], at: number): number | undefined {
  const first = tokens[at]
  if (!first?.quoted || !first.capital) return undefined
  for (let to = at; to < Math.min(tokens.length, at + MAX_QUOTE); to++) {
    const after = text.slice(tokens[to]!.end, tokens[to]!.end + 1)
    if (/[»"”]/u.test(after)) return to
    if (!/^[ \u00a0-]?["«]?$/u.test(tokens[to + 1]?.gap ?? '')) return undefined
  }
  return undefined
}

const isAdjective = (token: SequenceToken) => formsOf(token.lower).some(form => form.pos === 'ADJF')
const isGenitive = (token: SequenceToken) =>
  formsOf(token.lower).some(form => form.case === 'gent' && form.pos === 'NOUN' && (form.known || token.capital))

/** "по безопасности и сотрудничеству", "по атомной энергии": up to the noun, and one more behind "и". */
function aboutEnd(tokens: SequenceToken[], at: number): number {
  let to = at + 1
  while (to < tokens.length - 1 && to < at + 3 && isAdjective(tokens[to]!) && follows(tokens[to + 1])) to++
  if (tokens[to + 1]?.lower === 'и' && tokens[to + 2] && follows(tokens[to + 2])) to += 2
  return Math.min(to, tokens.length - 1)
}

/** Nouns in the genitive that hang on the name: "Министерство финансов РФ", "мэрия Москвы". */
function tail(tokens: SequenceToken[], from: number): number {
  let to = from
  let small = 0
  for (let at = from + 1; at < Math.min(tokens.length, from + 5); at++) {
    const token = tokens[at]!
    if (!follows(token) || !token.russian || isPersonsName(tokens, at)) break
    if (/^(РФ|США|СССР|РАН|МВД|ФСБ)$/.test(token.text)) return at
    if (token.lower === 'по' && follows(tokens[at + 1])) return aboutEnd(tokens, at)
    const adjective = isAdjective(token) && formsOf(token.lower).some(form => form.case === 'gent')
    // One noun in small letters may belong to it; a second one begins something else.
    if (token.text.length < 3 || !(adjective || (isGenitive(token) && (token.capital || small++ === 0)))) break
    if (!adjective || token.capital) to = at
  }
  return to
}

/** "министра Гарри Вестерлина", "театра Пётр Озеров": a given name with another name behind it is somebody. */
function isPersonsName(tokens: SequenceToken[], at: number): boolean {
  const [token, next] = [tokens[at]!, tokens[at + 1]]
  if (!token.capital || !next || !follows(next) || !isName(next)) return false
  const forms = formsOf(token.lower)
  return forms.some(form => form.known && form.given) || !forms.some(form => form.known)
}

export function organisationsIn(text: string, tokens: SequenceToken[]): Mention[] {
  const found = organisationsByForm(text)
  const taken = new Taken(text, found)
  const add = (from: number, to: number, behind = 0) => {
    const [start, end] = [tokens[from]!.start, tokens[to]!.end + behind]
    if (taken.take(start, end)) found.push(mention(text, start, end))
  }
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const thing = isQuotedThing(tokens, at) ? quoted(text, tokens, at) : undefined
    const named = thing === undefined ? called(text, tokens, at) : undefined
    if (thing !== undefined) at = thing
    else if (named) add(named.from, named.to, named.behind)
    else if (isLetters(text, token)) add(at, ofCountry(tokens, at))
    else if (isForeign(text, token, tokens[at - 1])) {
      const end = foreignEnd(text, tokens, at)
      if (isElse(tokens.slice(at, end + 1))) at = end
      else add(at, end)
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

interface Span {
  from: number
  to: number
  behind?: number
}

/** "книга «…»", "корабль «…»": what is no organisation has a name in quotes as well. */
const namesSomethingElse = (before: SequenceToken | undefined) =>
  hasLemma(before, OTHER_THINGS) || /^(именуем|далее|дальнейш|слов|понят|назван)/.test(before?.lower ?? '')

/** "корабль «Союз Север»": what the words in the quotes mean elsewhere does not matter. */
const isQuotedThing = (tokens: SequenceToken[], at: number) => tokens[at]!.quoted && namesSomethingElse(tokens[at - 1])

const called = (text: string, tokens: SequenceToken[], at: number): Span | undefined =>
  byWhatItIs(text, tokens, at) ?? ofTheState(tokens, at) ?? inQuotes(text, tokens, at)

/** "газета «Ведомости»", "Большой театр", "Комиссия по правам человека". */
function byWhatItIs(text: string, tokens: SequenceToken[], at: number): Span | undefined {
  const token = tokens[at]!
  if (token.upper || !hasLemma(token, CALLED)) return undefined
  const end = quoted(text, tokens, at + 1)
  if (end !== undefined) return { from: at, to: end, behind: 1 }
  const to = tail(tokens, at)
  const from = adjectivesBefore(tokens, at)
  if (from < at && isName(tokens[from])) return { from, to }
  const name = nameBehind(text, tokens, at)
  if (name !== undefined) return { from: at, to: name }
  const number = isName(token) ? NUMBERED.exec(text.slice(token.end, token.end + 8))?.[0].length : undefined
  if (number) return { from: at, to: at, behind: number }
  return isName(token) && (!token.first || namesOne(tokens, at, to)) ? { from: at, to } : undefined
}

/** "Школа № 12". */
const NUMBERED = /^ ?№ ?\d{1,4}(?!\d)/u

const MOST_ADJECTIVES = 4

/** "Федеральная миграционная служба", "Промышленный и торговый банк": where the adjectives that agree with it begin. */
function adjectivesBefore(tokens: SequenceToken[], at: number): number {
  const cases = new Set(formsOf(tokens[at]!.lower).map(form => form.case))
  const agrees = (token: SequenceToken) =>
    formsOf(token.lower).some(form => form.pos === 'ADJF' && cases.has(form.case))
  let from = at
  while (from > 0 && at - from < MOST_ADJECTIVES && follows(tokens[from])) {
    const before = tokens[from - 1]!
    if (before.russian && !before.upper && agrees(before)) from--
    else if (before.lower === 'и' && from > 1 && follows(before) && from < at && agrees(tokens[from - 2]!)) from -= 2
    else break
    if (isName(tokens[from])) return from
  }
  return at
}

const MOST_NAME = 3

/** "футбольный клуб Челси", "компания Baum und Söhne": a name without quotes, which is no person's. */
function nameBehind(text: string, tokens: SequenceToken[], at: number): number | undefined {
  // "глава концерна Иоганн Штерн" names somebody; letters and a lone foreign name are found without this.
  const next = tokens[at + 1]
  if (!next || next.upper || !hasLemma(tokens[at], NAMED) || hasLemma(tokens[at - 1], ROLES)) return undefined
  let to = at
  for (let next = at + 1; next < Math.min(tokens.length, at + 1 + MOST_NAME); next++) {
    const token = tokens[next]!
    if (!follows(token)) break
    const small = /^(?:und|and|of|de|der|di|et|la)$/.test(token.text) && tokens[next + 1]?.capital
    if (small) continue
    if (!token.capital || isPersons(token) || LATER.test(text.slice(token.end, token.end + 2))) break
    to = next
  }
  return to > at && (next.russian || to > at + 1) ? to : undefined
}

/** An initial's full stop: a person follows. */
const LATER = /^\.\s?\p{Lu}/u
const isPersons = (token: SequenceToken) =>
  token.russian && formsOf(token.lower).some(form => form.known && (form.surname || form.given || form.patronymic))

/** What hangs on it has a capital: this one, not any. */
const namesOne = (tokens: SequenceToken[], at: number, to: number) =>
  tokens.slice(at + 1, to + 1).some(word => word.capital)

/** "Госдума", "Верховный суд РФ", "правительство Москвы". */
function ofTheState(tokens: SequenceToken[], at: number): Span | undefined {
  const token = tokens[at]!
  const known = hasLemma(token, STATE)
  const { upper } = token
  if (!isName(token)) {
    const to = known && !upper ? tail(tokens, at) : at
    if (known && !upper && ofNation(tokens, at)) return { from: at - 1, to }
    return to > at && namesOne(tokens, at, to) ? { from: at, to } : undefined
  }
  if (!known && !STATE_PREFIX.test(token.lower)) return undefined
  if (!/^(верховн|бел)/.test(token.lower)) return { from: at, to: hasLemma(token, CALLED) ? tail(tokens, at) : at }
  const next = tokens[at + 1]
  const high = next && follows(next) && /^(суд|совет|рад|дом)/.test(next.lower)
  return high ? { from: at, to: tail(tokens, at + 1) } : undefined
}

/** "японское правительство", "российская прокуратура". */
const ofNation = (tokens: SequenceToken[], at: number) =>
  at > 0 && follows(tokens[at]) && hasLemma(tokens[at - 1], NATIONS)

function inQuotes(text: string, tokens: SequenceToken[], at: number): Span | undefined {
  const end = quoted(text, tokens, at)
  if (end === undefined || end - at > 2 || namesSomethingElse(tokens[at - 1])) return undefined
  // «УТВЕРЖДАЮ» is a stamp, «А» a class or a building.
  const alone = end === at && (tokens[at]!.text.length < 2 || STAMPS.test(tokens[at]!.lower))
  return alone ? undefined : { from: at, to: end }
}

const STAMPS = /^(?:утвержд|согласован|рассмотрен|принят)/

/** "ВВС США", "МИД России": whose it is belongs to the name. */
function ofCountry(tokens: SequenceToken[], at: number): number {
  const next = tokens[at + 1]
  if (!next || !follows(next) || !next.russian || !next.capital) return at
  const country =
    /^(РФ|США)$/.test(next.text) || formsOf(next.lower).some(form => form.place && form.known && form.case === 'gent')
  return country ? at + 1 : at
}

/** A Russian surname as a passport or a ticket writes it. */
const SURNAME = /^\p{Lu}[a-z]{2,}(?:ov|ev|ova|eva|skiy|skaya|enko|ovich|evich)$/u

/** "Peter Hall" and "Old Town" are nobody's firm. */
const isElse = (run: SequenceToken[]) =>
  run.length > 1 && (GIVEN_NAMES.has(run[0]!.text) || PLACE_ENDS.has(run.at(-1)!.text))

/** A Latin name in a Russian text: Google, Microsoft. */
function isForeign(text: string, token: SequenceToken, before: SequenceToken | undefined): boolean {
  if (!token.capital || !/^[A-Z][A-Za-z]+$/.test(token.text) || token.text.length < 3 || /^[IVXLC]+$/.test(token.text))
    return false
  if (/[@/\\.:]$/.test(token.gap) || /^[@/:]|^\.[a-z]/i.test(text.slice(token.end, token.end + 2))) return false
  const around = text.slice(Math.max(0, token.start - 60), token.start) + text.slice(token.end, token.end + 60)
  const russian = around.match(/[а-яё]/gi)?.length ?? 0
  // In brackets it is the spelling of the name before it.
  if (/\([^)]*$/.test(text.slice(Math.max(0, token.start - 60), token.start))) return false
  if (SURNAME.test(token.text)) return false
  return russian > around.length * 0.45 && before !== undefined && !namesSomethingElse(before) && token.text !== 'The'
}

function foreignEnd(text: string, tokens: SequenceToken[], at: number): number {
  let to = at
  while (
    to + 1 < tokens.length &&
    to - at < 3 &&
    follows(tokens[to + 1]) &&
    /^[A-Z][A-Za-z]+$/.test(tokens[to + 1]!.text) &&
    isForeign(text, tokens[to + 1]!, tokens[to])
  )
    to++
  return to
}
