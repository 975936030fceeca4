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

/** The folder whose files are most like this one, when it is clearly one of them; a single file makes no folder's manner. */
export function likeliestFolder(filed: FiledAway[], { enrichment }: Enriched): string | null {
  const own = profileOf(enrichment as FiledAway['enrichment'])
  if (own.size === 0) return null
  const folders = new Map<string, FiledAway[]>()
  for (const file of filed) folders.set(file.collection_id, [...(folders.get(file.collection_id) ?? []), file])
  const scores = [...folders]
    .filter(([, files]) => files.length > 1)
    .map(([id, files]) => ({ id, score: cosine(own, sumOf(files.map(file => profileOf(file.enrichment)))) }))
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
