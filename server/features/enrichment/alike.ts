import type { Enriched } from './enriched.ts'
import type { FiledAway } from './queries.ts'

/** Terms by which files are compared, with their weight. */
type Profile = Map<string, number>

/** Of inflected forms the beginnings are alike; for comparing folders that is near enough to a stem. */
const rootOf = (word: string) => word.toLowerCase().replaceAll('ё', 'е').slice(0, 6)

function profileOf(enrichment: FiledAway['enrichment']): Profile {
  const profile: Profile = new Map()
  const add = (term: string, weight: number) => profile.set(term, Math.max(weight, profile.get(term) ?? 0))
  for (const keyword of enrichment.keywords ?? [])
    for (const word of keyword.split(/[^\p{L}\p{N}]+/u)) if (word.length > 2) add(rootOf(word), 1)
  for (const { normal, text } of (enrichment.entities?.organisations ?? []).slice(0, 5))
    add(`organisation ${(normal ?? text).toLowerCase()}`, 2)
  if (enrichment.doc_type && enrichment.doc_type !== 'other') add(`type ${enrichment.doc_type}`, 1.5)
  return profile
}

const lengthOf = (profile: Profile) => Math.hypot(...profile.values())

function cosine(a: Profile, b: Profile): number {
  let product = 0
  for (const [term, weight] of a) product += weight * (b.get(term) ?? 0)
  return product === 0 ? 0 : product / (lengthOf(a) * lengthOf(b))
}

const LIKE_ENOUGH = 0.3
const CLEARLY = 1.4

/** By folder, what its files have in common; a single file makes no folder's manner. */
export type Manners = Map<string, Profile>

export function mannersOf(filed: FiledAway[]): Manners {
  const folders = new Map<string, FiledAway[]>()
  for (const file of filed) {
    const files = folders.get(file.collection_id)
    if (files) files.push(file)
    else folders.set(file.collection_id, [file])
  }
  const manners: Manners = new Map()
  for (const [id, files] of folders)
    if (files.length > 1) manners.set(id, sumOf(files.map(file => profileOf(file.enrichment))))
  return manners
}

/** The folder whose files are most similar to this one, if it is clearly ahead of the others. */
export function likeliestFolder(manners: Manners, { enrichment }: Enriched): string | null {
  const own = profileOf(enrichment as FiledAway['enrichment'])
  if (own.size === 0) return null
  const scores = [...manners]
    .map(([id, manner]) => ({ id, score: cosine(own, manner) }))
    .sort((a, b) => b.score - a.score)
  const [best, next] = scores
  if (!best || best.score < LIKE_ENOUGH || best.score < (next?.score ?? 0) * CLEARLY) return null
  return best.id
}

function sumOf(profiles: Profile[]): Profile {
  const sum: Profile = new Map()
  for (const profile of profiles) for (const [term, weight] of profile) sum.set(term, (sum.get(term) ?? 0) + weight)
  return sum
}
