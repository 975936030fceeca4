import { englishNamesIn } from './english.ts'
import { type Mention, Taken } from './mention.ts'
import { organisationsByForm, organisationsIn } from './organisations.ts'
import { peopleIn } from './people.ts'
import { placesIn } from './places.ts'
import { type Token, tokensOf } from './sequence.ts'

export interface Names {
  people: Mention[]
  organisations: Mention[]
  places: Mention[]
}

const byPlace = (list: Mention[]) => list.sort((a, b) => a.start - b.start)

/** People, organisations and places. A person's name inside an organisation's is the organisation's, but for sole traders. */
export function namesIn(text: string): Names {
  const tokens = tokensOf(text)
  const beginning = text.slice(0, 20_000)
  const letters = (others: RegExp) => beginning.replaceAll(others, '').length
  const isEnglish = letters(/[^a-z]+/gi) > letters(/[^а-яё]+/gi)
  const found = isEnglish ? englishFirst(text, tokens) : russianFirst(text, tokens)
  return { people: byPlace(found.people), organisations: byPlace(found.organisations), places: byPlace(found.places) }
}

function russianFirst(text: string, tokens: Token[]): Names {
  const organisations = organisationsIn(text, tokens)
  const firms = new Taken(
    text,
    organisations.filter(({ form }) => form !== 'ИП'),
  )
  const people = peopleIn(text, tokens).filter(({ start, end }) => !firms.covers(start, end))
  const persons = new Taken(text, people)
  return { people, organisations, places: placesIn(text, tokens, ({ start, end }) => persons.covers(start, end)) }
}

function englishFirst(text: string, tokens: Token[]): Names {
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
