import { englishNamesIn } from './english.ts'
import { type Mention, Taken } from './mention.ts'
import { organisationsByForm, organisationsIn } from './organisations.ts'
import { peopleIn } from './people.ts'
import { placesIn } from './places.ts'
import { type SequenceToken, tokensOf } from './sequence.ts'
import type { TextToken } from './tokens.ts'

export interface NameSpans {
  people: Mention[]
  organisations: Mention[]
  places: Mention[]
}

const byPlace = (list: Mention[]) => list.sort((a, b) => a.start - b.start)

/** People, organisations and places. A person's name inside an organisation's is the organisation's, but for sole traders. */
export function namesIn(text: string, words?: TextToken[]): NameSpans {
  const tokens = tokensOf(text, words)
  const isEnglish = latinOutweighs(text.slice(0, 20_000))
  const found = isEnglish ? englishFirst(text, tokens) : russianFirst(text, tokens)
  return { people: byPlace(found.people), organisations: byPlace(found.organisations), places: byPlace(found.places) }
}

function latinOutweighs(text: string): boolean {
  let latin = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a) latin++
    else if ((unit >= 0x410 && unit <= 0x44f) || unit === 0x401 || unit === 0x451) latin--
  }
  return latin > 0
}

function russianFirst(text: string, tokens: SequenceToken[]): NameSpans {
  const organisations = organisationsIn(text, tokens)
  const firms = new Taken(
    text,
    organisations.filter(({ form }) => form !== 'ИП'),
  )
  const people = peopleIn(text, tokens).filter(({ start, end }) => !firms.covers(start, end))
  const persons = new Taken(text, people)
  return { people, organisations, places: placesIn(text, tokens, ({ start, end }) => persons.covers(start, end)) }
}

function englishFirst(text: string, tokens: SequenceToken[]): NameSpans {
  const formal = organisationsByForm(text)
  const taken = new Taken(text, formal)
  const isFree = ({ start, end }: Mention) => taken.free(start, end)
  const english = englishNamesIn(text, tokens)
  return {
    people: english.people.filter(isFree),
    organisations: [...formal, ...english.organisations.filter(isFree)],
    places: english.places.filter(isFree),
  }
}
