import { COMMON, OF_ONE } from '../ranking.ts'
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
export const nearness = ({ similarity, common }: Pick<Near, 'similarity' | 'common'>) => similarity - COMMON * common

/** Only chunks of these objects, and none of those. */
interface Among {
  allowed?: Set<string>
  hidden?: Set<string>
}

/** Bytes of a chunk beside its numbers: what file it is of, and where it stands. Measured with one chunk in each file, the worst. */
const BESIDE = 190

/** With bits alone what was chosen by them is brought from the database to be compared. */
export type Grain = 'bytes' | 'bits'

/** Codes of chunks that were brought, by their `seq`. */
export type Brought = Map<number, Buffer>

/** Farther than any bits can be. */
const NOT_ASKED = 0xffff

const bytesOfOne = (dim: number, grain: Grain) =>
  4 * Math.ceil(dim / BITS_IN_WORD) + 4 + (grain === 'bytes' ? 2 * dim + 4 : 0) + BESIDE

export const bytesOf = (dim: number, count: number, grain: Grain) => count * bytesOfOne(dim, grain)

/**
 * One owner's vectors in memory: bits to choose by, bytes to compare by. Twenty thousand chunks of 384 dimensions are less than
 * 20 MB, a fifth of it with bits alone, and are gone through in a few milliseconds.
 */
export class OwnerVectors {
  #count = 0
  #bits: Int32Array
  #codes: Int16Array
  #scales: Float32Array
  #common: Float32Array
  readonly #objects: string[] = []
  #ords: Int32Array
  #seqs: Float64Array
  /** Of each file the places of its chunks; many have one, and a map of it would be larger than all else that is kept of it. */
  readonly #byObject = new Map<string, number | Map<number, number>>()
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
    this.#ords = new Int32Array(expected)
    this.#seqs = new Float64Array(expected)
  }

  get count(): number {
    return this.#count
  }

  /** How many are of these objects. */
  countOf(ids: Set<string>): number {
    let count = 0
    for (const id of ids) {
      const places = this.#byObject.get(id)
      count += typeof places === 'object' ? places.size : places === undefined ? 0 : 1
    }
    return count
  }

  #placesOf(objectId: string): number[] {
    const places = this.#byObject.get(objectId)
    return typeof places === 'object' ? [...places.values()] : places === undefined ? [] : [places]
  }

  #place(objectId: string, ord: number): number | undefined {
    const places = this.#byObject.get(objectId)
    if (typeof places === 'object') return places.get(ord)
    return places !== undefined && this.#ords[places] === ord ? places : undefined
  }

  get bytes(): number {
    return bytesOf(this.dim, this.#common.length, this.grain)
  }

  /** A later vector of the same chunk takes the place of the earlier. */
  put(objectId: string, ord: number, seq: number, code: Buffer): void {
    if (code.length !== 2 * this.dim + 4) return
    let at = this.#place(objectId, ord)
    if (at === undefined) {
      at = this.#count++
      this.#grow()
      const known = this.#byObject.get(objectId)
      const first = typeof known === 'object' ? known.values().next().value! : known
      // The same string for all chunks of a file.
      const id = first === undefined ? objectId : this.#objects[first]!
      this.#objects[at] = id
      this.#ords[at] = ord
      if (typeof known === 'object') known.set(ord, at)
      else if (known === undefined) this.#byObject.set(id, at)
      else
        this.#byObject.set(
          id,
          new Map([
            [this.#ords[known]!, known],
            [ord, at],
          ]),
        )
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
    const grown = <T extends Int32Array | Int16Array | Float32Array | Float64Array>(old: T, made: T): T => {
      made.set(old)
      return made
    }
    this.#bits = grown(this.#bits, new Int32Array(room * this.#words))
    if (this.grain === 'bytes') {
      this.#codes = grown(this.#codes, new Int16Array(room * this.dim))
      this.#scales = grown(this.#scales, new Float32Array(room))
    }
    this.#common = grown(this.#common, new Float32Array(room))
    this.#ords = grown(this.#ords, new Int32Array(room))
    this.#seqs = grown(this.#seqs, new Float64Array(room))
  }

  /** Of places that were chosen by their bits, compared by their bytes, the nearest first; what would have to be brought and was not is left out. */
  compared(vector: Float32Array, chosen: number[], brought?: Brought): Near[] {
    return chosen.flatMap(at => this.#near(vector, at, brought) ?? []).sort((a, b) => b.similarity - a.similarity)
  }

  /** The nearest chunk of one object. */
  best(vector: Float32Array, objectId: string, brought?: Brought): Near | undefined {
    let best: Near | undefined
    for (const at of this.#placesOf(objectId)) {
      const near = this.#near(vector, at, brought)
      if (near && (!best || nearness(near) > nearness(best))) best = near
    }
    return best
  }

  /** One chunk, where it has a vector. */
  at(vector: Float32Array, objectId: string, ord: number, brought?: Brought): Near | undefined {
    const at = this.#place(objectId, ord)
    return at === undefined ? undefined : this.#near(vector, at, brought)
  }

  /** By `seq`, what comparing these places needs to have brought; nothing where the bytes are here. */
  neededFor(chosen: number[]): number[] {
    return this.grain === 'bytes' ? [] : chosen.map(at => this.#seqs[at]!)
  }

  /** The same for `best`: of each file the chunks that the bits say are nearest. */
  neededForBest(vector: Float32Array, objectIds: string[]): number[] {
    if (this.grain === 'bytes') return []
    const asked = this.#signsOf(vector)
    return objectIds.flatMap(id =>
      this.#placesOf(id)
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
      const at = this.#place(objectId, ord)
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

  /** The places of the `most` likeliest by their bits, and no more of them, however many are alike. */
  likeliest(vector: Float32Array, most: number, { allowed, hidden }: Among = {}): number[] {
    const asked = this.#signsOf(vector)
    const distances = new Uint16Array(this.#count)
    const histogram = new Uint32Array(BITS_IN_WORD * this.#words + 1)
    for (let at = 0; at < this.#count; at++) {
      if ((allowed && !allowed.has(this.#objects[at]!)) || hidden?.has(this.#objects[at]!)) {
        distances[at] = NOT_ASKED
        continue
      }
      const distance = this.#distance(asked, at)
      distances[at] = distance
      histogram[distance]!++
    }
    let bound = 0
    let nearer = 0
    while (bound < histogram.length && nearer + histogram[bound]! <= most) nearer += histogram[bound++]!
    // Of those at the bound as many as are missing.
    let missing = most - nearer
    const chosen: number[] = []
    for (let at = 0; at < this.#count; at++)
      if (distances[at]! < bound || (distances[at] === bound && missing-- > 0)) chosen.push(at)
    return chosen
  }
}
