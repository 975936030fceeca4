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

/**
 * One owner's vectors in memory: bits to choose by, bytes to compare by. Twenty thousand windows of 384 dimensions are less than
 * 20 MB and are gone through in a few milliseconds.
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
  ) {
    this.#words = Math.ceil(dim / BITS_IN_WORD)
    this.#bits = new Int32Array(expected * this.#words)
    this.#codes = new Int16Array(expected * dim)
    this.#scales = new Float32Array(expected)
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
    const room = this.#scales.length
    return this.#bits.byteLength + this.#codes.byteLength + 2 * this.#scales.byteLength + BESIDE * room
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
    this.#scales[at] = scale
    const codes = this.#codes
    const from = at * this.dim
    let common = 0
    for (let i = 0; i < this.dim; i++) {
      codes[from + i] = code.readInt16LE(4 + 2 * i)
      common += codes[from + i]! * this.mean[i]!
    }
    this.#common[at] = common * scale
    signs(i => codes[from + i]! * scale, this.mean, this.#bits, at * this.#words)
  }

  #grow(): void {
    if (this.#scales.length >= this.#count) return
    const room = Math.max(256, Math.ceil(this.#count * 1.3))
    const grown = <T extends Int32Array | Int16Array | Float32Array>(old: T, made: T): T => {
      made.set(old)
      return made
    }
    this.#bits = grown(this.#bits, new Int32Array(room * this.#words))
    this.#codes = grown(this.#codes, new Int16Array(room * this.dim))
    this.#scales = grown(this.#scales, new Float32Array(room))
    this.#common = grown(this.#common, new Float32Array(room))
  }

  /** The `most` likeliest by their bits, compared by their bytes, the nearest first. */
  nearest(vector: Float32Array, most: number, among: Among = {}): Near[] {
    const chosen = this.#likeliest(vector, most, among)
    return chosen.map(at => this.#near(vector, at)).sort((a, b) => b.similarity - a.similarity)
  }

  /** The nearest window of one object. */
  best(vector: Float32Array, objectId: string): Near | undefined {
    let best: Near | undefined
    for (const at of this.#byObject.get(objectId)?.values() ?? []) {
      const near = this.#near(vector, at)
      if (!best || nearness(near) > nearness(best)) best = near
    }
    return best
  }

  /** One window, where it has a vector. */
  at(vector: Float32Array, objectId: string, ord: number): Near | undefined {
    const at = this.#byObject.get(objectId)?.get(ord)
    return at === undefined ? undefined : this.#near(vector, at)
  }

  #near(vector: Float32Array, at: number): Near {
    const { dim } = this
    const codes = this.#codes
    const from = at * dim
    let sum = 0
    for (let i = 0; i < dim; i++) sum += vector[i]! * codes[from + i]!
    return {
      objectId: this.#objects[at]!,
      ord: this.#ords[at]!,
      seq: this.#seqs[at]!,
      similarity: sum * this.#scales[at]!,
      common: this.#common[at]!,
    }
  }

  #likeliest(vector: Float32Array, most: number, { allowed, hidden }: Among): number[] {
    const words = this.#words
    const bits = this.#bits
    const asked = new Int32Array(words)
    signs(i => vector[i]!, this.mean, asked, 0)
    const distances = new Uint16Array(this.#count)
    const histogram = new Uint32Array(BITS_IN_WORD * words + 1)
    for (let at = 0; at < this.#count; at++) {
      if ((allowed && !allowed.has(this.#objects[at]!)) || hidden?.has(this.#objects[at]!)) {
        distances[at] = 0xffff
        continue
      }
      let distance = 0
      const from = at * words
      for (let word = 0; word < words; word++) distance += bitsIn(bits[from + word]! ^ asked[word]!)
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
