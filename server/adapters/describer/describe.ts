import { loadRussian } from '../../lib/russian.ts'
import type { Described, Description, Entities, Entity, EntityKind, Fields, Headline } from '../../ports/describer.ts'
import { amountsIn } from './amounts.ts'
import { cardTitle, isCard, writtenOn } from './cards.ts'
import { categoriesOf } from './categories.ts'
import { emailsIn, phonesIn } from './contacts.ts'
import { datesIn } from './dates.ts'
import { docTypeOf } from './doc-types.ts'
import { fieldsOf } from './fields/fields.ts'
import { calledBy, type Heading, headLines, partsOf } from './headings.ts'
import { identifiersIn } from './identifiers.ts'
import { keywordsOf } from './keywords.ts'
import { languageOf } from './languages.ts'
import { likenessOf } from './likeness.ts'
import type { Mention } from './mention.ts'
import { namesIn } from './names.ts'
import { describeBySentences, rankSentences, summaryOf } from './summary.ts'
import { facts, titleOf } from './titles.ts'
import { codePointsOf, sentencesOf, type TextToken, wordsOf } from './tokens.ts'

/** Everything that rules and counting can say of a text. */
export async function describe(given: Described): Promise<Description> {
  const card = isCard(given.text)
  const source = card ? { ...given, text: writtenOn(given.text), headings: [] } : given
  const { text } = source
  const language = await languageOf(text)
  if (/\p{Script=Cyrillic}/u.test(text)) await loadRussian()
  const lines = headLines(text)
  const words = wordsOf(text)
  const doc_type = card ? 'other' : docTypeOf({ text, kind: source.kind, filename: source.filename, lines })
  const isCode = doc_type === 'code'
  const mentions = mentionsIn(text, words, language, isCode)
  const fields = fieldsOf({ text, docType: doc_type, language, head: lines, ...mentions })
  const headline = headlineOf(lines, mentions, fields, doc_type)
  const titled = { source, lines, headline, docType: doc_type, fields, language }
  const title = (card && cardTitle(given.text)) || titleOf(titled)
  const ranking = rankSentences(isCode ? [] : sentencesOf(text), words)
  const loud = lines.filter(({ line }) => line === title || line.length < 80).slice(0, 2)
  const stems = words.filter(({ known }) => known.telling).map(({ known }) => known.stem)
  return {
    title,
    description: facts(titled, title, mentions) || describeBySentences(ranking) || title,
    summary: summaryOf(ranking),
    keywords: keywordsOf({ text, words, language, loud, apart: apartOf(mentions) }),
    doc_type,
    language,
    entities: entitiesOf(text, mentions),
    categories: categoriesOf(stems, doc_type),
    headline,
    fields,
    likeness: likenessOf(words),
  }
}

export type Mentions = Record<EntityKind, Mention[]>

function mentionsIn(text: string, words: TextToken[], language: string, isCode: boolean): Mentions {
  const identifiers = identifiersIn(text)
  const amounts = amountsIn(text)
  const emails = emailsIn(text)
  const dates = datesIn(text, language)
  const phones = phonesIn(text, [...identifiers, ...dates, ...amounts])
  const names = isCode ? { people: [], organisations: [], places: [] } : namesIn(text, words)
  return { ...names, dates, amounts, identifiers, emails, phones }
}

const STREET = /^(?:ул|улиц\p{Ll}{1,2}|пр|пр-т|просп|проспект\p{Ll}{0,2}|пер|пл|наб|ш|б-р)[. ]/iu

const apartOf = ({ people, places, dates, amounts, identifiers, emails, phones }: Mentions) => {
  const streets = places.filter(({ text }) => STREET.test(text))
  return [people, streets, dates, amounts, identifiers, emails, phones].flat().sort((a, b) => a.start - b.start)
}

const MAX_OF_KIND = 100

/** Each thing once, where it is first said, with how often; places in code points. */
function entitiesOf(text: string, mentions: Mentions): Entities {
  const point = codePointsOf(text)
  const once = (list: Mention[]): Entity[] => {
    const found = new Map<string, Entity & { count: number }>()
    for (const { start, end, text: said, ...understood } of list) {
      const same = JSON.stringify([
        understood.kind,
        understood.normal ?? understood.value ?? understood.date ?? said,
        understood.currency,
      ])
      const known = found.get(same)
      if (known) known.count++
      else if (found.size < MAX_OF_KIND)
        found.set(same, { text: said, char_start: point(start), char_end: point(end), ...understood, count: 1 })
    }
    return [...found.values()]
  }
  return Object.fromEntries(Object.entries(mentions).map(([kind, list]) => [kind, once(list)])) as Entities
}

function headlineOf(lines: Heading[], mentions: Mentions, fields: Fields, docType: string): Headline {
  const called = calledBy(lines)
  if (!called)
    return { what: '', number: '', date: '', party: docType === 'resume' ? aboutWhom(docType, mentions) : '' }
  const next = lines[lines.indexOf(called.heading) + 1]
  const { what, number } = partsOf(called.heading, next)
  return {
    what,
    number: fields.number ?? number,
    date: fields.document_date ?? '',
    party: fields.parties[0] ?? (called.heading.line.length < LONG_HEADING ? aboutWhom(called.type, mentions) : ''),
  }
}

/** "Справка о материально-техническом обеспечении" is about what it says, not about who has signed it. */
const LONG_HEADING = 40

/** Papers about one person name them in full. */
function aboutWhom(type: string, { people }: Mentions): string {
  if (type !== 'resume' && type !== 'certificate' && type !== 'form') return ''
  const said = people.find(({ normal, text }) => /\s\S{2}/.test(String(normal ?? text)))
  return said && !/фамилия/i.test(said.text) ? String(said.normal ?? said.text) : ''
}
