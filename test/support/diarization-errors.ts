/** The diarization error rate, as it is usually counted: missed speech, false speech and wrong speaker, over all that was said. */

export interface SpokenTurn {
  start: number
  end: number
  speaker: string | number
}

export interface DiarizationErrors {
  /** Seconds of speech in the reference, each voice for itself. */
  total: number
  missed: number
  falseAlarm: number
  confusion: number
  rate: number
}

export interface Scoring {
  /** Seconds around each border of the reference that are not counted. */
  collar?: number
  /** Where several speak at once, nothing is counted. */
  skipOverlap?: boolean
}

export function diarizationErrors(
  reference: SpokenTurn[],
  found: SpokenTurn[],
  options: Scoring = {},
): DiarizationErrors {
  const { collar = 0, skipOverlap = false } = options
  const slices = slicesOf(reference, found, collar).filter(slice => !(skipOverlap && slice.said.size > 1))
  const partner = bestPartners(slices)
  const sums = { total: 0, missed: 0, falseAlarm: 0, confusion: 0 }
  for (const { length, said, detected } of slices) {
    const right = [...said].filter(speaker => detected.has(partner.get(speaker)!)).length
    sums.total += length * said.size
    sums.missed += length * Math.max(0, said.size - detected.size)
    sums.falseAlarm += length * Math.max(0, detected.size - said.size)
    sums.confusion += length * (Math.min(said.size, detected.size) - right)
  }
  return { ...sums, rate: (sums.missed + sums.falseAlarm + sums.confusion) / Math.max(1e-9, sums.total) }
}

interface Slice {
  length: number
  said: Set<string | number>
  detected: Set<string | number>
}

/** Stretches in which nobody begins or ends. */
function slicesOf(reference: SpokenTurn[], found: SpokenTurn[], collar: number): Slice[] {
  const borders = reference.flatMap(({ start, end }) => [start, end])
  const edges = [
    ...new Set([
      ...[...reference, ...found].flatMap(({ start, end }) => [start, end]),
      ...(collar > 0 ? borders.flatMap(border => [border - collar, border + collar]) : []),
    ]),
  ].sort((a, b) => a - b)
  const at = (turns: SpokenTurn[], second: number) =>
    new Set(turns.filter(({ start, end }) => start <= second && second < end).map(({ speaker }) => speaker))
  const slices: Slice[] = []
  for (let i = 0; i + 1 < edges.length; i++) {
    const middle = (edges[i]! + edges[i + 1]!) / 2
    if (collar > 0 && borders.some(border => Math.abs(border - middle) < collar)) continue
    slices.push({ length: edges[i + 1]! - edges[i]!, said: at(reference, middle), detected: at(found, middle) })
  }
  return slices
}

/** Who of the found is who of the reference: the pairing, one to one, with the most time in common. */
function bestPartners(slices: Slice[]): Map<string | number, string | number> {
  const common = new Map<string | number, Map<string | number, number>>()
  const allDetected = new Set<string | number>()
  for (const { length, said, detected } of slices)
    for (const speaker of said)
      for (const other of detected) {
        allDetected.add(other)
        const row = common.get(speaker) ?? new Map<string | number, number>()
        common.set(speaker, row.set(other, (row.get(other) ?? 0) + length))
      }
  const speakers = [...common.keys()]
  const others = [...allDetected]
  const known = new Map<string, { time: number; pairs: [string | number, string | number][] }>()
  const best = (index: number, taken: number): { time: number; pairs: [string | number, string | number][] } => {
    if (index === speakers.length) return { time: 0, pairs: [] }
    const key = `${index} ${taken}`
    const before = known.get(key)
    if (before) return before
    let answer = best(index + 1, taken)
    for (const [bit, other] of others.entries()) {
      const time = common.get(speakers[index]!)?.get(other) ?? 0
      if (taken & (1 << bit) || time === 0) continue
      const rest = best(index + 1, taken | (1 << bit))
      if (rest.time + time > answer.time)
        answer = { time: rest.time + time, pairs: [...rest.pairs, [speakers[index]!, other]] }
    }
    known.set(key, answer)
    return answer
  }
  return new Map(best(0, 0).pairs)
}

type SpokenSpan = Pick<SpokenTurn, 'start' | 'end'>

/** The share of the time in which so many speak that is marked as not known. */
export function markedWhere(
  said: SpokenTurn[],
  turns: (SpokenSpan & { uncertain: boolean })[],
  speaking: number,
): number {
  let [all, marked] = [0, 0]
  for (let at = 0; at < said.at(-1)!.end; at += 0.02) {
    const here = ({ start, end }: SpokenSpan) => start <= at && end > at
    const turn = turns.find(here)
    if (!turn || said.filter(here).length !== speaking) continue
    all++
    if (turn.uncertain) marked++
  }
  return marked / all
}
