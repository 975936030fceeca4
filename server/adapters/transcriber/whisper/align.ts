/** When each token was said, by where in the sound the decoder looked while it wrote it. */

const MEDIAN = 7

/** `attention[token]` holds a row of `frames` for each head, one behind the other. Answers the frame at which each token begins. */
export function alignTokens(attention: Float32Array[], heads: number, frames: number): number[] {
  const tokens = attention.length
  if (tokens === 0) return []
  const cost = new Float32Array(tokens * frames)
  for (let head = 0; head < heads; head++) {
    const rows = attention.map(row => row.subarray(head * frames, (head + 1) * frames))
    standardise(rows, frames)
    for (let token = 0; token < tokens; token++) {
      const smooth = medians(rows[token]!)
      for (let t = 0; t < frames; t++) cost[token * frames + t]! -= smooth[t]! / heads
    }
  }
  return cheapestPath(cost, tokens, frames)
}

/** Each moment in units of its own spread over the tokens: what all of them look at says nothing. */
function standardise(rows: Float32Array[], frames: number): void {
  for (let t = 0; t < frames; t++) {
    let [sum, square] = [0, 0]
    for (const row of rows) {
      sum += row[t]!
      square += row[t]! * row[t]!
    }
    const mean = sum / rows.length
    const spread = Math.sqrt(Math.max(1e-12, square / rows.length - mean * mean))
    for (const row of rows) row[t] = (row[t]! - mean) / spread
  }
}

function medians(row: Float32Array): Float32Array {
  const half = MEDIAN >> 1
  const out = new Float32Array(row.length)
  const near = new Float32Array(MEDIAN)
  for (let t = 0; t < row.length; t++) {
    for (let i = 0; i < MEDIAN; i++) {
      const at = t + i - half
      near[i] = row[at < 0 ? -at : at >= row.length ? 2 * row.length - 2 - at : at] ?? row[t]!
    }
    near.sort()
    out[t] = near[half]!
  }
  return out
}

/** Dynamic time warping: tokens and time both only go forward. */
function cheapestPath(cost: Float32Array, tokens: number, frames: number): number[] {
  const width = frames + 1
  const total = new Float32Array((tokens + 1) * width).fill(Number.POSITIVE_INFINITY)
  const from = new Uint8Array((tokens + 1) * width)
  total[0] = 0
  for (let token = 1; token <= tokens; token++)
    for (let t = 1; t <= frames; t++) {
      const here = token * width + t
      const both = total[here - width - 1]!
      const up = total[here - width]!
      const left = total[here - 1]!
      let best = both
      if (up < best && up <= left) {
        best = up
        from[here] = 1
      } else if (left < best) {
        best = left
        from[here] = 2
      }
      total[here] = cost[(token - 1) * frames + t - 1]! + best
    }
  const begins = new Array<number>(tokens).fill(0)
  let [token, t] = [tokens, frames]
  while (token > 0 && t > 0) {
    begins[token - 1] = t - 1
    const way = from[token * width + t]!
    if (way !== 2) token--
    if (way !== 1) t--
  }
  return begins
}
