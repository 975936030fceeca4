/** Memory that is lent under one bound: what does not fit is refused, so that whoever asks can do without. */

interface Lent {
  bytes: number
  usedAt: number
  /** How many are at work with it just now. */
  users: number
}

/** So long what was used lately stays: else many who search by turns would only load, and never find anything loaded. */
const STAYS_MS = 60_000

export class Admission {
  readonly #lent = new Map<string, Lent>()

  constructor(
    readonly most: number,
    private readonly forget: (name: string) => void,
  ) {}

  get bytes(): number {
    let sum = 0
    for (const { bytes } of this.#lent.values()) sum += bytes
    return sum
  }

  /**
   * Room for so many bytes under this name, those that it has among them; what nobody has used for longest gives way. With a smaller
   * bound (`within`) some is left for others.
   */
  admit(name: string, bytes: number, now = Date.now(), within = this.most): boolean {
    const had = this.#lent.get(name)
    let over = this.bytes - (had?.bytes ?? 0) + bytes - within
    const idle = [...this.#lent]
      .filter(([other, lent]) => other !== name && lent.users === 0 && now - lent.usedAt > STAYS_MS)
      .sort(([, a], [, b]) => a.usedAt - b.usedAt)
    if (over > idle.reduce((sum, [, lent]) => sum + lent.bytes, 0)) return false
    for (const [other, lent] of idle) {
      if (over <= 0) break
      this.#lent.delete(other)
      this.forget(other)
      over -= lent.bytes
    }
    // The same one, since those at work with it count themselves in it.
    if (had) Object.assign(had, { bytes, usedAt: now })
    else this.#lent.set(name, { bytes, usedAt: now, users: 0 })
    return true
  }

  /** While the work runs, it stays. */
  async during<T>(name: string, work: () => Promise<T>): Promise<T> {
    const lent = this.#lent.get(name)
    if (lent) lent.users += 1
    try {
      return await work()
    } finally {
      if (lent) {
        lent.users -= 1
        lent.usedAt = Date.now()
      }
    }
  }

  giveBack(name: string): void {
    this.#lent.delete(name)
  }
}
