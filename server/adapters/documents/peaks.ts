/** How loud a recording is over its length, for a waveform: the loudest sample of each stretch, 0 to 1. */

export const PEAK_RATE = 8000
const MOST_PEAKS = 1000
/** The finest that is kept while the length is not known yet: ten stretches a second. */
const STRETCH = PEAK_RATE / 10

export function peakMeter() {
  const stretches: number[] = []
  let samples = 0
  let loudest = 0
  let odd: number | undefined
  const sample = (value: number) => {
    const loud = value < 0 ? -value : value
    if (loud > loudest) loudest = loud
    samples++
    if (samples % STRETCH !== 0) return
    stretches.push(loudest)
    loudest = 0
  }
  return {
    take(chunk: Buffer): void {
      let at = 0
      if (odd !== undefined && chunk.length > 0) {
        sample(((odd | (chunk[0]! << 8)) << 16) >> 16)
        at = 1
        odd = undefined
      }
      for (; at + 1 < chunk.length; at += 2) sample(((chunk[at]! | (chunk[at + 1]! << 8)) << 16) >> 16)
      if (at < chunk.length) odd = chunk[at]
    },
    seconds: () => samples / PEAK_RATE,
    result() {
      const all = samples % STRETCH === 0 ? stretches : [...stretches, loudest]
      const count = Math.min(MOST_PEAKS, all.length)
      const peaks = Array.from({ length: count }, (_, at) => {
        const from = Math.floor((at * all.length) / count)
        const to = Math.max(from + 1, Math.floor(((at + 1) * all.length) / count))
        let most = 0
        for (let i = from; i < to; i++) if (all[i]! > most) most = all[i]!
        return Math.round((most / 32768) * 1000) / 1000
      })
      return { duration_s: Math.round((samples / PEAK_RATE) * 1000) / 1000, peaks }
    },
  }
}
