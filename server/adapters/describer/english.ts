import { GIVEN_NAMES, ORGANISATION_ENDS, ORGANISATION_STARTS, PLACE_ENDS, PLACES, TITLES } from './english-words.ts'
import { type Mention, mention } from './mention.ts'
import { COUNTRIES, type SequenceToken } from './sequence.ts'

/** English names, by capitals: what a run of capitalised words begins or ends with says what it is. */

interface Run {
  from: number
  to: number
}

const isTitleCase = (token: SequenceToken | undefined) => token !== undefined && /^[A-Z][A-Za-z'’.-]*$/.test(token.text)
const LINKS = new Set(['of', 'and', 'for', 'the', 'de', 'van', 'von', 'der', 'al', '&'])
const GAP = /^(?: |\. ?|, (?=Inc|Ltd|LLC)| & )$/
const NEVER = new Set(
  'The A An This That These Those It He She They We You I In On At By For From To Of And But Or If When While As Is Are Was Were Dear Date Bill Ship Description Qty Amount From Re Subject Total Invoice Please Thank Thanks Our Your My His Her Their Its No Not All Any Each Every Some What Who Where Why How There Here With Without Under Over After Before During Since Until January February March April May June July August September October November December Monday Tuesday Wednesday Thursday Friday Saturday Sunday Section Article Chapter Page Table Figure Appendix'.split(
    ' ',
  ),
)

const isPersonal = (token: SequenceToken) => TITLES.has(token.text) || GIVEN_NAMES.has(token.text)

/** How many words further the run goes: the next one, or a small word and the one behind it; none when it ends. */
function step(tokens: SequenceToken[], from: number, to: number): 0 | 1 | 2 {
  const next = tokens[to + 1]
  if (!next || !GAP.test(next.gap)) return 0
  const last = tokens[to]!.text
  // A full stop joins only what is short for something.
  if (next.gap.startsWith('.') && last.length > 2 && !TITLES.has(last)) return 0
  if (isTitleCase(next)) return 1
  const linked = LINKS.has(next.lower) && isTitleCase(tokens[to + 2]) && tokens[to + 2]!.gap === ' '
  return linked && to - from < 6 && !isPersonal(tokens[from]!) ? 2 : 0
}

/** Runs of capitalised words, with small words between them where one follows. */
function runsOf(tokens: SequenceToken[]): Run[] {
  const runs: Run[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (!isTitleCase(tokens[at]) || (NEVER.has(tokens[at]!.text) && tokens[at]!.first)) continue
    let to = at
    for (let on = step(tokens, at, to); on > 0; on = step(tokens, at, to)) to += on
    runs.push({ from: at, to })
    at = to
  }
  return runs
}

export interface EnglishNames {
  people: Mention[]
  organisations: Mention[]
  places: Mention[]
}

const words = (tokens: SequenceToken[], { from, to }: Run) => tokens.slice(from, to + 1).map(token => token.text)

const STREETS = /^(?:Ave|Avenue|St|Street|Rd|Road|Blvd|Lane|Ln|Drive|Suite|Floor)\.?$/

/** A person: a title or a known given name, then one or two more words. */
function personIn(tokens: SequenceToken[], run: Run): Run | undefined {
  for (let at = run.from; at <= run.to; at++) {
    const titled = TITLES.has(tokens[at]!.text) && at < run.to
    const begin = titled ? at + 1 : at
    if (!titled && !GIVEN_NAMES.has(tokens[at]!.text)) continue
    const end = Math.min(run.to, begin + 2)
    const rest = tokens.slice(begin, end + 1)
    if (rest.some(token => ORGANISATION_ENDS.has(token.text) || LINKS.has(token.lower))) return undefined
    if (!titled && rest.some(token => PLACE_ENDS.has(token.text) || STREETS.test(token.text))) return undefined
    if (!titled && rest.length < 2)
      return rest.length === 1 && run.from === run.to && !tokens[at]!.first ? { from: at, to: at } : undefined
    return { from: begin, to: end }
  }
  return undefined
}

const isPlace = (name: string) => PLACES.has(name) || COUNTRIES.has(name.toLowerCase())

/** All places in a run, the longest names first: "New York and France" has two. */
function placesOf(tokens: SequenceToken[], run: Run): Run[] {
  const all = words(tokens, run)
  if (all.length > 1 && PLACE_ENDS.has(all.at(-1)!)) return [run]
  const found: Run[] = []
  for (let from = 0; from < all.length; from++) {
    const length = [3, 2, 1].find(n => from + n <= all.length && isPlace(all.slice(from, from + n).join(' ')))
    if (!length) continue
    found.push({ from: run.from + from, to: run.from + from + length - 1 })
    from += length - 1
  }
  return found
}

/** "Receiving Party" and "Each Party" are sides of a contract. */
const isSide = (all: string[]) =>
  all.at(-1) === 'Party' && /^(?:\p{L}+ing|Each|Other|Third|Either|Neither)$/u.test(all.at(-2)!)

const isOrganisation = (all: string[]) =>
  all.length > 1 &&
  !isSide(all) &&
  (ORGANISATION_ENDS.has(all.at(-1)!.replace(/\.$/, '')) ||
    (ORGANISATION_STARTS.has(all[0]!) && /^(of|for)$/.test(all[1]!)))

/** Letters that stand for a name, in a line that does not shout. */
const isLetters = (text: string, token: SequenceToken) =>
  /^[A-Z]{3,6}$/.test(token.text) &&
  !/^[IVXLC]+$/.test(token.text) &&
  !/^(USD|EUR|GBP|RUB|VAT|IBAN|BIC|SWIFT|PDF|URL|TBD|ASAP|FAQ|CEO|CFO|CTO|INV|NDA|DIY|API|SQL|HTML|CSS|JSON|XML|HTTP|HTTPS|USB|CPU|RAM|GPS|AND|THE|FOR|TOTAL|DATE|NOTE|PART|PAGE|WEB|FTP|PNG|JPG|JPEG|UTF|TOC|GMT|UTC|EST|EDT|IOU|PAID|DUE|QTY|SKU|JUNE|JULY|YES|NOT|ALL|NEW)$/.test(
    token.text,
  ) &&
  (text.slice(Math.max(0, token.start - 30), token.end + 30).match(/[a-z]/g)?.length ?? 0) > 18

export function englishNamesIn(text: string, tokens: SequenceToken[]): EnglishNames {
  const found: EnglishNames = { people: [], organisations: [], places: [] }
  const span = ({ from, to }: Run) => [tokens[from]!.start, tokens[to]!.end] as const
  // Whoever writes "play" too means the word by "PLAY".
  let said: Set<string> | undefined
  const isName = (token: SequenceToken) => {
    if (!isLetters(text, token)) return false
    said ??= new Set(tokens.map(one => one.text))
    return !said.has(token.lower)
  }
  for (const run of runsOf(tokens)) {
    const all = words(tokens, run)
    const whole = span(run)
    if (isOrganisation(all)) {
      found.organisations.push(mention(text, ...whole, { normal: all.join(' ') }))
      continue
    }
    const person = personIn(tokens, run)
    if (person) found.people.push(mention(text, ...span(person), { normal: words(tokens, person).join(' ') }))
    const places = person ? [] : placesOf(tokens, run)
    for (const place of places)
      found.places.push(mention(text, ...span(place), { normal: words(tokens, place).join(' ') }))
    if (!person && places.length === 0 && run.from === run.to && isName(tokens[run.from]!))
      found.organisations.push(mention(text, ...whole))
  }
  return found
}
