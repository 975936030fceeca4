import { NO_FIELDS } from '../../ports/describer.ts'
import { splitName, uploadName } from '../objects/index.ts'
import type { Enriched } from './enriched.ts'
import type { Proposal } from './names.ts'
import type { Lesson } from './queries.ts'
import { filledIn, type Template, templateOf, writingsOf } from './writings.ts'

/** What a person has corrected in files like this one is done by itself: what two of the three nearest have in common. */

const ALIKE = 0.4
const NEAREST = 3
const ENOUGH = 2

function likeness(a: number[], b: number[]): number {
  if (a.length === 0 || a.length !== b.length) return 0
  return a.filter((number, at) => number === b[at]).length / a.length
}

/** The lessons that teach the given thing, of the files that are most like this one. */
function nearest(lessons: Lesson[], own: number[], teaches: (lesson: Lesson) => boolean): Lesson[] {
  return lessons
    .filter(teaches)
    .map(lesson => ({ lesson, score: likeness(lesson.likeness, own) }))
    .filter(({ score }) => score >= ALIKE)
    .sort((a, b) => b.score - a.score)
    .slice(0, NEAREST)
    .map(({ lesson }) => lesson)
}

/** What at least two of the lists have. */
function common<Item>(lists: Item[][], key: (item: Item) => string): Item[] {
  const counts = new Map<string, { item: Item; count: number }>()
  for (const list of lists)
    for (const [id, item] of new Map(list.map(each => [key(each), each]))) {
      const known = counts.get(id)
      if (known) known.count++
      else counts.set(id, { item, count: 1 })
    }
  return [...counts.values()].filter(({ count }) => count >= ENOUGH).map(({ item }) => item)
}

const titleOf = ({ found, title }: Lesson) => (typeof found?.title === 'string' ? found.title : (title ?? ''))
const writingsFor = (lesson: Lesson) =>
  writingsOf({ ...NO_FIELDS, ...lesson.fields }, titleOf(lesson), splitName(lesson.original_name)[0])

/** The file that is being described: its name and its description. */
interface Taught {
  enriched: Enriched
  filename: string
}

function taughtText(near: Lesson[], textOf: (lesson: Lesson) => string, file: Taught): string | undefined {
  const templates = near.map(lesson => [templateOf(textOf(lesson), writingsFor(lesson))])
  const [template] = common<Template>(templates, each => JSON.stringify(each))
  const { fields, title } = file.enriched.enrichment
  return template && filledIn(template, writingsOf(fields, title, splitName(file.filename)[0]))
}

const lower = (words: unknown): string[] => (Array.isArray(words) ? words.map(word => String(word).toLowerCase()) : [])

/** Words that were added to two of them are added, words that were taken out are taken out; the same list twice is taken as it is. */
function taughtKeywords(near: Lesson[], own: string[]): string[] | undefined {
  const lists = near.map(({ corrections }) => corrections!.keywords as string[])
  const [same] = common(
    lists.map(list => [list]),
    list => JSON.stringify(lower(list).sort()),
  )
  if (same) return same
  const added = common(
    near.map(({ corrections, found }) => {
      const before = lower(found?.keywords)
      return (corrections!.keywords as string[]).filter(word => !before.includes(word.toLowerCase()))
    }),
    word => word.toLowerCase(),
  )
  const removed = common(
    near.map(({ corrections, found }) => {
      const after = lower(corrections!.keywords)
      return lower(found?.keywords).filter(word => !after.includes(word))
    }),
    word => word,
  )
  if (added.length + removed.length === 0) return undefined
  const kept = own.filter(word => !removed.includes(word.toLowerCase()))
  return [...added.filter(word => !lower(kept).includes(word.toLowerCase())), ...kept].slice(0, 50)
}

/** What is said of the file, as its owner would put it; what is not taught stays. */
export function learned(lessons: Lesson[], enriched: Enriched, filename: string): Enriched {
  const near = (field: string) =>
    nearest(lessons, enriched.likeness, ({ corrections }) => corrections?.[field] !== undefined)
  const taught: Record<string, unknown> = {}
  const [type] = common(
    near('doc_type').map(({ corrections }) => [String(corrections!.doc_type)]),
    each => each,
  )
  if (type) taught.doc_type = type
  for (const field of ['title', 'description']) {
    const text = taughtText(near(field), ({ corrections }) => String(corrections![field]), { enriched, filename })
    if (text !== undefined) taught[field] = text
  }
  const keywords = taughtKeywords(near('keywords'), enriched.enrichment.keywords)
  if (keywords) taught.keywords = keywords
  if (Object.keys(taught).length === 0) return enriched
  return { ...enriched, enrichment: { ...enriched.enrichment, ...taught, learned: Object.keys(taught) } }
}

const WHY = {
  en: 'You named similar files this way.',
  ru: 'Так вы назвали похожие файлы.',
}

/** A name after those that its owner has given to files like it. */
export function learnedName(lessons: Lesson[], enriched: Enriched, filename: string): Proposal | undefined {
  const near = nearest(lessons, enriched.likeness, ({ name_source }) => name_source === 'manual')
  const stem = taughtText(near, lesson => splitName(lesson.filename)[0], { enriched, filename })
  // A name that says nothing of the file itself would be the same for all of them.
  if (!stem || near.some(lesson => splitName(lesson.filename)[0] === stem)) return undefined
  const name = uploadName(stem.replaceAll(/[/\\]/g, '-') + splitName(filename)[1])
  return name === filename ? undefined : { name, why: WHY }
}
