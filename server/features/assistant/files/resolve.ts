import type { Actor, Needs } from '../../../context.ts'
import { normalise, termOf, wordsOf } from '../../../lib/words.ts'
import { searchGiven } from '../../search/index.ts'
import { type FolderOfFile, type NamedObject, namesInScope, placesInScope, type RunScope } from '../../tools/index.ts'
import { chosen, type FileMatch, matching, ofKind, parseReference } from './reference.ts'

export interface FileLookup {
  actor: Actor
  scope: RunScope
  /** Those who have given something to the person. */
  givers?: Actor[]
  /** Clock time where the owner is. */
  now: number
}

export interface Resolved extends NamedObject {
  /** It lacks a word that was said: nothing is done to it before it is asked for. */
  unsure?: boolean
}

const asResolved = ({ file, unsure }: FileMatch): Resolved => ({ ...file, unsure })

type Resolving = Parameters<typeof searchGiven>[0]

async function matches(context: Resolving, looking: FileLookup, words: string) {
  const reference = parseReference(words, looking.now)
  const files = await namesOf(context, looking, reference.period !== undefined)
  const byName = matching(reference, files)
  const isKnown = byName.some(({ unsure }) => !unsure)
  if (isKnown || reference.others.length === 0 || reference.others.length === reference.terms.length)
    return { reference, found: byName }
  const byText = ofKind(reference, files, await filesSaying(context, looking, reference.others))
  return { reference, found: byText.length > 0 ? byText : byName }
}

/** One's own, and those that others have given. */
async function namesOf(
  context: Resolving,
  { actor, scope, givers = [] }: FileLookup,
  dates: boolean,
): Promise<NamedObject[]> {
  const names = await namesInScope(context.db, actor, scope, { dates })
  for (const giver of givers)
    for (const file of await namesInScope(context.db, giver, scope, { dates })) names.push({ ...file, given: true })
  return names
}

const MOST_SAYING = 100

/** Files that have all of these words. */
async function filesSaying(
  context: Resolving,
  { actor, givers = [] }: FileLookup,
  words: string[],
): Promise<Set<string>> {
  const saying: Set<string>[] = []
  for (const word of words.slice(0, 4)) {
    const request = { text: `"${word}"`, mode: 'text' as const, limit: MOST_SAYING, offset: 0 }
    const { items } = await searchGiven(context, actor, givers, request)
    saying.push(new Set(items.map(({ object }) => object.id)))
  }
  const [first, ...rest] = saying
  return new Set([...(first ?? [])].filter(id => rest.every(ids => ids.has(id))))
}

/** The file that the words mean; several when they fit equally well, none when nothing fits. */
export async function resolveFile(context: Resolving, looking: FileLookup, words: string): Promise<Resolved[]> {
  const { reference, found } = await matches(context, looking, words)
  return chosen(reference, found).map(asResolved)
}

/** All that the words mean: "все акты", "счета за октябрь". */
export async function resolveFiles(context: Resolving, looking: FileLookup, words: string): Promise<Resolved[]> {
  return (await matches(context, looking, words)).found.map(asResolved)
}

export async function resolveTrashed(
  context: Needs<'db'>,
  { actor, scope, now }: FileLookup,
  words: string,
): Promise<NamedObject[]> {
  const reference = parseReference(words, now)
  const files = await namesInScope(context.db, actor, scope, { dates: false, shelf: 'trash' })
  return chosen(reference, matching(reference, files)).map(({ file }) => file)
}

const terms = (text: string) => wordsOf(text).map(({ term }) => term)

/** A folder by its name in any grammatical form: one's own, otherwise one that is shared. */
export async function resolvePlace(context: Needs<'db'>, looking: FileLookup, words: string): Promise<FolderOfFile[]> {
  const own = await placesCalled(context, looking, words)
  if (own.length > 0) return own
  const given: FolderOfFile[] = []
  for (const actor of looking.givers ?? []) given.push(...(await placesCalled(context, { ...looking, actor }, words)))
  return given
}

async function placesCalled(
  context: Needs<'db'>,
  { actor, scope }: FileLookup,
  words: string,
): Promise<FolderOfFile[]> {
  const plain = words
    .replace(/["«»“”„]/gu, '')
    .replace(/^(?:папк[уаеи]|тем[уаеы]|folder|the)\s+/iu, '')
    .trim()
  const places = await placesInScope(context.db, actor, scope)
  const same = places.filter(({ name }) => normalise(name) === normalise(plain))
  if (same.length > 0) return same
  const wanted = new Set(terms(plain))
  return places.filter(({ name }) => {
    const has = terms(name)
    return (
      has.length > 0 && has.length === wanted.size && has.every(term => wanted.has(term) || wanted.has(termOf(term)))
    )
  })
}
