import type { Needs } from '../../context.ts'
import { termOf, wordsOf } from '../../lib/words.ts'
import { placeOf, readTexts } from './found-texts.ts'
import type { Question } from './parse.ts'
import { keysOf } from './profile.ts'
import { type FoundPassage, NOWHERE, namesOf, type SearchCandidate, type TextPlace, textsWithAll } from './queries.ts'
import { PHRASES_READ } from './ranking.ts'

/** Rows that have every phrase word for word, in the text or in the name; and no object that has an unwanted one. */
export async function keepPhrases(
  context: Needs<'db'>,
  ownerId: string,
  question: Question,
  { rows, texts }: { rows: SearchCandidate[]; texts: Map<string, FoundPassage> },
): Promise<SearchCandidate[]> {
  const likely = [...rows].sort((a, b) => b.score - a.score).slice(0, PHRASES_READ)
  await readTexts(
    context,
    ownerId,
    likely.filter(({ ord }) => ord >= 0),
    texts,
  )
  const titled = likely.filter(({ ord }) => ord < 0).map(row => row.object_id)
  const names = new Map(
    (await namesOf(context.db, ownerId, titled)).map(row => [row.id, `${row.filename} . ${row.title ?? ''}`]),
  )
  const textOf = (row: SearchCandidate) =>
    (row.ord < 0 ? names.get(row.object_id) : texts.get(placeOf(row))?.text) ?? ''
  const wordsIn = (row: SearchCandidate) => plainWords(textOf(row))
  const kept = question.phrases.length
    ? likely.filter(row => {
        const words = wordsIn(row)
        return question.phrases.every(phrase => contains(words, phrase))
      })
    : likely
  const unwanted = await havingPhrases(context, ownerId, [...new Set(kept.map(row => row.object_id))], question)
  return kept.filter(row => !unwanted.has(row.object_id))
}

/** Files that have, anywhere in their text or name, a phrase that is not wanted. */
async function havingPhrases(context: Needs<'db'>, ownerId: string, ids: string[], question: Question) {
  const keyOf = keysOf(ownerId)
  const having = new Set<string>()
  if (ids.length === 0) return having
  for (const phrase of question.withoutPhrases) {
    const keys = phrase.map(word => keyOf(termOf(word)))
    // A few at a time: others have their turn in between.
    for (let after: TextPlace | undefined = NOWHERE; after; ) {
      const left = ids.filter(id => !having.has(id))
      const texts = await textsWithAll(context.db, ownerId, { ids: left, keys, after, limit: AT_A_TIME })
      for (const { object_id, text } of texts)
        if (!having.has(object_id) && contains(plainWords(text), phrase)) having.add(object_id)
      after = texts.length === AT_A_TIME ? texts.at(-1) : undefined
    }
  }
  return having
}

const AT_A_TIME = 100

const plainWords = (text: string) => wordsOf(text).map(({ word }) => word)

function contains(words: string[], phrase: string[]): boolean {
  for (let at = 0; at + phrase.length <= words.length; at++)
    if (phrase.every((word, i) => words[at + i] === word)) return true
  return false
}
