/** Joins what is most alike until nothing is alike enough, or as few are left as were asked for. */

export interface Joining<T> {
  join(a: T, b: T): T
  /** Below 0: they would be one, if nobody had said how many there are. */
  apart(a: T, b: T): number
}

export interface Goal<T> {
  /** So many, however alike the last ones are; undefined: as many as are not alike. */
  exactly?: number
  most: number
  /** Whether a cluster is large enough to be somebody. */
  counts(item: T): boolean
}

export interface Cluster<T> {
  item: T
  members: number[]
}

/** Every pair is compared, so the cost grows with the square: long recordings are joined block by block first. */
const BLOCK = 400
/** Clusters left of each block: more than there are speakers in any. */
const LEFT_OF_BLOCK = 24

/** The clusters that count, as many as the goal allows. Items of smaller clusters are in none. */
export function cluster<T>(items: T[], joining: Joining<T>, goal: Goal<T>): Cluster<T>[] {
  let current: Cluster<T>[] = items.map((item, at) => ({ item, members: [at] }))
  while (current.length > BLOCK) {
    const next: Cluster<T>[] = []
    for (let from = 0; from < current.length; from += BLOCK)
      next.push(...levels(current.slice(from, from + BLOCK), joining, LEFT_OF_BLOCK).at(-1)!.clusters)
    if (next.length >= current.length) break
    current = next
  }
  const all = levels(current, joining, 1).map(level => ({
    ...level,
    counted: level.clusters.filter(({ item }) => goal.counts(item)),
  }))
  const wanted = goal.exactly ?? estimate(all, goal.most)
  // The last moment at which so many were there: after it two of them became one.
  const level = all.findLast(({ counted }) => counted.length >= wanted) ?? all.at(-1)!
  const found = level.counted.length > 0 ? level.counted : level.clusters
  return [...found].sort((a, b) => b.members.length - a.members.length).slice(0, wanted)
}

/** How many there are when the two most alike are no longer one. */
function estimate(all: { apart: number; counted: unknown[] }[], most: number): number {
  const level = all.find(({ apart, counted }) => apart >= 0 && counted.length <= most) ?? all.at(-1)!
  return Math.max(1, level.counted.length)
}

interface Level<T> {
  clusters: Cluster<T>[]
  /** How far apart the two nearest are. */
  apart: number
}

/** Every state on the way from all alone to `least` left. */
function levels<T>(given: Cluster<T>[], { join, apart }: Joining<T>, least: number): Level<T>[] {
  const all: (Cluster<T> | undefined)[] = [...given]
  const size = all.length
  const far = new Float64Array(size * size).fill(Number.POSITIVE_INFINITY)
  const measure = (i: number, j: number) => {
    far[Math.min(i, j) * size + Math.max(i, j)] = apart(all[i]!.item, all[j]!.item)
  }
  for (let i = 0; i < size; i++) for (let j = i + 1; j < size; j++) measure(i, j)
  const passed: Level<T>[] = []
  for (let left = size; ; left--) {
    const [a, b] = nearest(far, size)
    passed.push({ clusters: all.filter(each => each !== undefined), apart: far[a * size + b]! })
    if (left <= least || a === b) return passed
    const [one, other] = [all[a]!, all[b]!]
    all[a] = { item: join(one.item, other.item), members: [...one.members, ...other.members] }
    all[b] = undefined
    for (let i = 0; i < size; i++) {
      far[Math.min(i, b) * size + Math.max(i, b)] = Number.POSITIVE_INFINITY
      if (i !== a && all[i]) measure(a, i)
    }
  }
}

function nearest(far: Float64Array, size: number): [number, number] {
  let best = 0
  for (let at = 1; at < far.length; at++) if (far[at]! < far[best]!) best = at
  return far[best] === Number.POSITIVE_INFINITY ? [0, 0] : [Math.floor(best / size), best % size]
}
