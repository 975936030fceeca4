import { type Mention, mention } from './mention.ts'
import { bestForm, formsOf } from './morphology.ts'
import { COUNTRIES, capitalised, follows, hasLemma, isName, type SequenceToken, wordSet } from './sequence.ts'

/** Russian names of places: countries, towns, streets, waters. */

const ABBREVIATIONS = wordSet('мкс рф сша ссср оаэ кнр кндр фрг гдр рсфср снг днр лнр юар узсср чр мо')

/** Words that take a name behind or before them and are part of it. */
const DESCRIPTORS = wordSet(
  `область край район округ республика улица площадь проспект шоссе набережная переулок бульвар аллея проезд остров острова полуостров озеро
  река море океан залив пролив водохранилище город городок село деревня поселок станица хутор губерния штат провинция графство уезд
  гора хребет горы пустыня равнина долина мыс аэропорт станция мост парк сквер королевство эмират княжество
  микрорайон квартал кладбище собор церковь монастырь`,
)
const SHORT = wordSet('г ул пр просп пл обл р-н пос с дер д пер наб ш б-р')
const SIDES = wordSet(
  'восток запад север юг кавказ америка азия африка европа корея осетия ирландия урал сибирь крым арктика зеландия гвинея каролина дакота вьетнам',
)
const ENDINGS = /(град|бург|поль|стан|ополь|абад|шир|ленд)(?:[ауеы]|ом|ой)?$/

const isPlaceWord = (token: SequenceToken) =>
  formsOf(token.lower).some(form => form.place && form.known && form.pos === 'NOUN')

const HEAVENS = wordSet('приморье курилы земля луна марс солнце венера юпитер сатурн меркурий')

/** The dictionary has it as a place first of all. */
function isPlace(token: SequenceToken, before: SequenceToken | undefined): boolean {
  if (!token.first && hasLemma(token, HEAVENS)) return true
  const forms = formsOf(token.lower)
  if (forms.some(form => COUNTRIES.has(form.lemma.replaceAll('ё', 'е')))) return true
  const place = forms.find(form => form.place && form.known && form.pos === 'NOUN')
  if (!place) return !token.first && forms.every(form => !form.known) && ENDINGS.test(token.lower)
  const inIt = before !== undefined && /^(в|во|на|из|под|до|близ|около|к|через|над|за|по|у)$/.test(before.lower)
  const other = forms.find(form => form.known && !form.place)
  if (!other) return true
  if (other.surname || other.given) return inIt || place.score >= other.score
  return token.first ? place.score > other.score : inIt || place.score * 3 >= other.score
}

const isAdjective = (token: SequenceToken) =>
  formsOf(token.lower).some(form => form.pos === 'ADJF' || form.pos === 'PRTF')
const isGenitive = (token: SequenceToken) => formsOf(token.lower).some(form => form.case === 'gent')

/** Named after people more often than not. */
const STREETS = wordSet(
  'улица площадь проспект переулок бульвар набережная парк сквер аллея мост остров аэропорт станция',
)
const isPersonal = (token: SequenceToken) => formsOf(token.lower).some(form => form.given || form.surname)

/** "Московская область", "город Энск", "улица Ленина", "г. Казань". */
function described(tokens: SequenceToken[], at: number): { from: number; to: number } | undefined {
  const token = tokens[at]!
  const isShort = SHORT.has(token.lower) && !token.capital && /^\. ?$/u.test(tokens[at + 1]?.gap ?? '-')
  if (!isShort && !hasLemma(token, DESCRIPTORS)) return undefined
  const before = tokens[at - 1]
  if (!isShort && isName(before) && follows(token) && isAdjective(before)) {
    const twice = isName(tokens[at - 2]) && follows(before) && isAdjective(tokens[at - 2]!) && !tokens[at - 2]!.first
    return { from: at - (twice ? 2 : 1), to: at }
  }
  const next = tokens[at + 1]
  if (!isName(next) || !(follows(next) || isShort)) return undefined
  if (!isShort && !isPlaceWord(next) && isPersonal(next) && !hasLemma(token, STREETS)) return undefined
  const third = tokens[at + 2]
  const longer =
    isName(third) &&
    follows(third) &&
    (isAdjective(next) || (isGenitive(next) && isGenitive(third) && !isPlaceWord(next)))
  return { from: at, to: at + (longer ? 2 : 1) }
}

function nominative(text: string, run: SequenceToken[]): string {
  const [first, second] = run
  const only =
    run.length === 1 ? first! : /^(г|город|города|городе)$/.test(first!.lower) && run.length === 2 ? second! : undefined
  const place = only && bestForm(only.lower, form => form.place && form.known)
  if (place) return capitalised(place.lemma)
  return only && run.length === 2 ? only.text : text.slice(first!.start, run.at(-1)!.end)
}

/** "Нижний Новгород", "Северный Кавказ": the adjective belongs to the name. */
const QUALITIES = /^(нижн|верхн|велик|нов|стар|больш|мал|южн|северн|западн|восточн)/

export function placesIn(
  text: string,
  tokens: SequenceToken[],
  isPerson: (token: SequenceToken) => boolean,
): Mention[] {
  const found: Mention[] = []
  const taken = new Set<SequenceToken>()
  const add = (from: number, to: number) => {
    const run = tokens.slice(from, to + 1)
    if (run.some(token => taken.has(token))) return
    for (const token of run) taken.add(token)
    found.push(mention(text, run[0]!.start, run.at(-1)!.end, { normal: nominative(text, run) }))
  }
  for (const [at, token] of tokens.entries()) {
    if (token.upper && ABBREVIATIONS.has(token.lower)) add(at, at)
    const span = token.upper || !token.russian ? undefined : described(tokens, at)
    if (span) add(span.from, span.to)
  }
  const isFree = (token: SequenceToken | undefined): token is SequenceToken =>
    isName(token) && !taken.has(token) && !isPerson(token)
  for (const [at, token] of tokens.entries()) {
    if (!isFree(token)) continue
    const before = isFree(tokens[at - 1]) && follows(token) ? tokens[at - 1] : undefined
    const from = nameFrom(token, tokens[at - 1], before)
    if (from !== undefined) add(at - from, at)
  }
  return found.sort((a, b) => a.start - b.start)
}

/** How many words before this one the name begins; undefined when it is no place. */
function nameFrom(
  token: SequenceToken,
  previous: SequenceToken | undefined,
  before: SequenceToken | undefined,
): number | undefined {
  const sided = hasLemma(token, SIDES)
  const qualified =
    before !== undefined && isAdjective(before) && (!before.first || sided || QUALITIES.test(before.lower))
  const alone = sided ? isPlaceWord(token) : isPlace(token, previous)
  if (!alone && !(sided && qualified)) return undefined
  return qualified ? 1 : 0
}
