interface Waiting {
  owner: string
  begin(): void
}

interface Bounds {
  /** Pieces of work that run at once. */
  limit: number
  /** So many of them are kept free of an owner who has others under way. */
  spare?: number
  /** Of one owner so many stand in line, and of all together. */
  each?: number
  all?: number
}

const LAST: [number, number] = [Number.POSITIVE_INFINITY, 0]
const aBusy = () => new Error('too much waits already')

/**
 * A queue in which owners take turns: the owner with the fewest tasks under way goes first, then the one who was served
 * longest ago. So somebody's two hundred tasks delay another's single one only by those that already run. Too many
 * waiting tasks are refused by `busy()`.
 */
export function turns({ limit, spare = 0, each = Number.POSITIVE_INFINITY, all = each }: Bounds, busy = aBusy) {
  const line: Waiting[] = []
  const running = new Map<string, number>()
  const served = new Map<string, number>()
  let count = 0
  let clock = 0

  function begin(owner: string): void {
    count++
    running.set(owner, (running.get(owner) ?? 0) + 1)
    served.set(owner, ++clock)
  }

  function end(owner: string): void {
    count--
    const left = running.get(owner)! - 1
    if (left > 0) running.set(owner, left)
    else running.delete(owner)
    next()
    if (count === 0) served.clear()
  }

  const mayBegin = (owner: string) => count < (running.has(owner) ? limit - spare : limit)
  const rank = ({ owner }: Waiting): [number, number] => [running.get(owner) ?? 0, served.get(owner) ?? 0]

  function next(): void {
    let best = -1
    for (const [at, waiting] of line.entries()) {
      if (!mayBegin(waiting.owner)) continue
      const [[a, b], [c, d]] = [rank(waiting), best < 0 ? LAST : rank(line[best]!)]
      if (a < c || (a === c && b < d)) best = at
    }
    if (best < 0) return
    const [chosen] = line.splice(best, 1)
    begin(chosen!.owner)
    chosen!.begin()
  }

  return async function run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (mayBegin(owner)) begin(owner)
    else {
      const own = line.filter(waiting => waiting.owner === owner).length
      if (own >= each || line.length >= all) throw busy()
      await new Promise<void>(resolve => line.push({ owner, begin: resolve }))
    }
    try {
      return await work()
    } finally {
      end(owner)
    }
  }
}
