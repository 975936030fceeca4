import { BITS_IN_WORD, bitsIn, scaleOf, signs } from './codes.ts'

export interface Near {
  objectId: string
  ord: number
  seq: number
  similarity: number
  /** How near it is to texts about nothing. */
  common: number
}

/**
 * Some texts are near to every question, English ones above all: half of that is taken off before they are compared. Measured
 * (nDCG@10, vectors alone): Russian question and English text .808 before and .832 after; English question and
 * Russian text in a library of both languages .69 and .76, the other way round .78 and .77.
 */
export const nearness = ({ similarity, common }: Pick<Near, 'similarity' | 'common'>) => similarity - common / 2

/** Only windows of these objects, and none of those. */
interface Among {
  allowed?: Set<string>
  hidden?: Set<string>
}

/** Bytes of a window beside its numbers: what file it is of, and where it stands. */
const BESIDE = 120

/** With bits alone what was chosen by them is brought from the database to be compared. */
export type Grain = 'bytes' | 'bits'

/** Codes of windows that were brought, by their `seq`. */
export type Brought = Map<number, Buffer>

/** So many windows of one file are brought, those that the bits say are nearest. */
const OF_ONE = 4

const bytesOfOne = (dim: number, grain: Grain) =>
  4 * Math.ceil(dim / BITS_IN_WORD) + 4 + (grain === 'bytes' ? 2 * dim + 4 : 0) + BESIDE

export const bytesOf = (dim: number, count: number, grain: Grain) => count * bytesOfOne(dim, grain)

/**
 * One owner's vectors in memory: bits to choose by, bytes to compare by. Twenty thousand windows of 384 dimensions are less than
 * 20 MB, a fifth of it with bits alone, and are gone through in a few milliseconds.
 */
export class OwnerVectors {
  #count = 0
  #bits: Int32Array
  #codes: Int16Array
  #scales: Float32Array
  #common: Float32Array
  readonly #objects: string[] = []
  readonly #ords: number[] = []
  readonly #seqs: number[] = []
  /** Of each file the places of its windows. */
  readonly #byObject = new Map<string, Map<number, number>>()
  readonly #words: number

  constructor(
    readonly dim: number,
    private readonly mean: Float32Array,
    /** How many will come: room for them is taken at once. */
    expected = 0,
    readonly grain: Grain = 'bytes',
  ) {
    this.#words = Math.ceil(dim / BITS_IN_WORD)
    this.#bits = new Int32Array(expected * this.#words)
    this.#codes = new Int16Array(grain === 'bytes' ? expected * dim : 0)
    this.#scales = new Float32Array(grain === 'bytes' ? expected : 0)
    this.#common = new Float32Array(expected)
  }

  get count(): number {
    return this.#count
  }

  /** How many are of these objects. */
  countOf(ids: Set<string>): number {
    let count = 0
    for (const id of ids) count += this.#byObject.get(id)?.size ?? 0
    return count
  }

  get bytes(): number {
    return bytesOf(this.dim, this.#common.length, this.grain)
  }

  /** A later vector of the same window takes the place of the earlier. */
  put(objectId: string, ord: number, seq: number, code: Buffer): void {
    if (code.length !== 2 * this.dim + 4) return
    const known = this.#byObject.get(objectId)
    let at = known?.get(ord)
    if (at === undefined) {
      at = this.#count++
      this.#grow()
      // The same string for all windows of a file.
      this.#objects[at] = known ? this.#objects[known.values().next().value!]! : objectId
      this.#ords[at] = ord
      if (known) known.set(ord, at)
      else this.#byObject.set(objectId, new Map([[ord, at]]))
    }
    const scale = scaleOf(code)
    this.#seqs[at] = seq
    const values = (i: number) => code.readInt16LE(4 + 2 * i)
    let common = 0
    for (let i = 0; i < this.dim; i++) common += values(i) * this.mean[i]!
    this.#common[at] = common * scale
    signs(i => values(i) * scale, this.mean, this.#bits, at * this.#words)
    if (this.grain === 'bits') return
    this.#scales[at] = scale
    for (let i = 0; i < this.dim; i++) this.#codes[at * this.dim + i] = values(i)
  }

  #grow(): void {
    if (this.#common.length >= this.#count) return
    const room = Math.max(256, Math.ceil(this.#count * 1.3))
    const grown = <T extends Int32Array | Int16Array | Float32Array>(old: T, made: T): T => {
      made.set(old)
      return made
    }
    this.#bits = grown(this.#bits, new Int32Array(room * this.#words))
    if (this.grain === 'bytes') {
      this.#codes = grown(this.#codes, new Int16Array(room * this.dim))
      this.#scales = grown(this.#scales, new Float32Array(room))
    }
    this.#common = grown(this.#common, new Float32Array(room))
  }

  /** The `most` likeliest by their bits, compared by their bytes, the nearest first; what would have to be brought and was not is left out. */
  nearest(vector: Float32Array, most: number, among: Among = {}, brought?: Brought): Near[] {
    const chosen = this.#likeliest(vector, most, among)
    return chosen.flatMap(at => this.#near(vector, at, brought) ?? []).sort((a, b) => b.similarity - a.similarity)
  }

  /** The nearest window of one object. */
  best(vector: Float32Array, objectId: string, brought?: Brought): Near | undefined {
    let best: Near | undefined
    for (const at of this.#byObject.get(objectId)?.values() ?? []) {
      const near = this.#near(vector, at, brought)
      if (near && (!best || nearness(near) > nearness(best))) best = near
    }
    return best
  }

  /** One window, where it has a vector. */
  at(vector: Float32Array, objectId: string, ord: number, brought?: Brought): Near | undefined {
    const at = this.#byObject.get(objectId)?.get(ord)
    return at === undefined ? undefined : this.#near(vector, at, brought)
  }

  /** By `seq`, what `nearest` needs to have brought; nothing where the bytes are here. */
  neededForNearest(vector: Float32Array, most: number, among: Among = {}): number[] {
    if (this.grain === 'bytes') return []
    return this.#likeliest(vector, most, among).map(at => this.#seqs[at]!)
  }

  /** The same for `best`: of each file the windows that the bits say are nearest. */
  neededForBest(vector: Float32Array, objectIds: string[]): number[] {
    if (this.grain === 'bytes') return []
    const asked = this.#signsOf(vector)
    return objectIds.flatMap(id =>
      [...(this.#byObject.get(id)?.values() ?? [])]
        .map(at => ({ at, distance: this.#distance(asked, at) }))
        .sort((a, b) => a.distance - b.distance)
        .slice(0, OF_ONE)
        .map(({ at }) => this.#seqs[at]!),
    )
  }

  /** The same for `at`. */
  neededAt(places: { objectId: string; ord: number }[]): number[] {
    if (this.grain === 'bytes') return []
    return places.flatMap(({ objectId, ord }) => {
      const at = this.#byObject.get(objectId)?.get(ord)
      return at === undefined ? [] : [this.#seqs[at]!]
    })
  }

  #near(vector: Float32Array, at: number, brought?: Brought): Near | undefined {
    const similarity =
      this.grain === 'bytes' ? this.#similarity(vector, at) : this.#broughtSimilarity(vector, at, brought)
    if (similarity === undefined) return undefined
    return {
      objectId: this.#objects[at]!,
      ord: this.#ords[at]!,
      seq: this.#seqs[at]!,
      similarity,
      common: this.#common[at]!,
    }
  }

  #similarity(vector: Float32Array, at: number): number {
    const { dim } = this
    const codes = this.#codes
    const from = at * dim
    let sum = 0
    for (let i = 0; i < dim; i++) sum += vector[i]! * codes[from + i]!
    return sum * this.#scales[at]!
  }

  #broughtSimilarity(vector: Float32Array, at: number, brought?: Brought): number | undefined {
    const code = brought?.get(this.#seqs[at]!)
    if (!code) return undefined
    let sum = 0
    for (let i = 0; i < this.dim; i++) sum += vector[i]! * code.readInt16LE(4 + 2 * i)
    return sum * scaleOf(code)
  }

  #signsOf(vector: Float32Array): Int32Array {
    const asked = new Int32Array(this.#words)
    signs(i => vector[i]!, this.mean, asked, 0)
    return asked
  }

  #distance(asked: Int32Array, at: number): number {
    const words = this.#words
    const bits = this.#bits
    const from = at * words
    let distance = 0
    for (let word = 0; word < words; word++) distance += bitsIn(bits[from + word]! ^ asked[word]!)
    return distance
  }

  #likeliest(vector: Float32Array, most: number, { allowed, hidden }: Among): number[] {
    const asked = this.#signsOf(vector)
    const distances = new Uint16Array(this.#count)
    const histogram = new Uint32Array(BITS_IN_WORD * this.#words + 1)
    for (let at = 0; at < this.#count; at++) {
      if ((allowed && !allowed.has(this.#objects[at]!)) || hidden?.has(this.#objects[at]!)) {
        distances[at] = 0xffff
        continue
      }
      const distance = this.#distance(asked, at)
      distances[at] = distance
      histogram[distance]!++
    }
    let bound = 0
    for (let sum = 0; bound < histogram.length - 1; bound++) {
      sum += histogram[bound]!
      if (sum >= most) break
    }
    const chosen: number[] = []
    for (let at = 0; at < this.#count; at++) if (distances[at]! <= bound) chosen.push(at)
    return chosen
  }
}
