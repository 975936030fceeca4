import { englishNamesIn } from './english.ts'
import type { Mention } from './mention.ts'
import { organisationsByForm, organisationsIn } from './organisations.ts'
import { peopleIn } from './people.ts'
import { placesIn } from './places.ts'
import { type Token, tokensOf } from './sequence.ts'

export interface Names {
  people: Mention[]
  organisations: Mention[]
  places: Mention[]
}

const covers = (spans: Mention[], token: Token) =>
  spans.some(({ start, end }) => start <= token.start && token.end <= end)
const inside = (spans: Mention[], one: Mention) => spans.some(({ start, end }) => start <= one.start && one.end <= end)
const apart = (spans: Mention[], one: Mention) => !spans.some(({ start, end }) => start < one.end && one.start < end)
const byPlace = (list: Mention[]) => list.sort((a, b) => a.start - b.start)

/** People, organisations and places. A person's name inside an organisation's is the organisation's, but for sole traders. */
export function namesIn(text: string): Names {
  const tokens = tokensOf(text)
  const letters = (script: RegExp) => text.slice(0, 20_000).match(script)?.length ?? 0
  const found = letters(/[a-z]/gi) > letters(/[а-яё]/gi) ? englishFirst(text, tokens) : russianFirst(text, tokens)
  return { people: byPlace(found.people), organisations: byPlace(found.organisations), places: byPlace(found.places) }
}

function russianFirst(text: string, tokens: Token[]): Names {
  const organisations = organisationsIn(text, tokens)
  const firms = organisations.filter(({ form }) => form !== 'ИП')
  const people = peopleIn(text, tokens).filter(person => !inside(firms, person))
  return { people, organisations, places: placesIn(text, tokens, token => covers(people, token)) }
}

function englishFirst(text: string, tokens: Token[]): Names {
  const formal = organisationsByForm(text)
  const english = englishNamesIn(text, tokens)
  return {
    people: english.people.filter(person => apart(formal, person)),
    organisations: [...formal, ...english.organisations.filter(one => apart(formal, one))],
    places: english.places.filter(place => !inside(formal, place)),
  }
}
