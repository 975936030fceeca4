export function auc(positive: number[], negative: number[]): number {
  const all = [...positive.map(s => ({ s, y: 1 })), ...negative.map(s => ({ s, y: 0 }))].sort((a, b) => a.s - b.s)
  let ranks = 0
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]!.s === all[from]!.s) to++
    for (let i = from; i < to; i++) if (all[i]!.y) ranks += (from + to + 1) / 2
    from = to
  }
  return (ranks - (positive.length * (positive.length + 1)) / 2) / (positive.length * negative.length)
}

export function calibrationError(rows: { p: number; y: number }[]): number {
  let error = 0
  for (let bin = 0; bin < 10; bin++) {
    const inside = rows.filter(({ p }) => p >= bin / 10 && (p < (bin + 1) / 10 || bin === 9))
    if (inside.length === 0) continue
    const mean = (of: (row: { p: number; y: number }) => number) =>
      inside.reduce((sum, row) => sum + of(row), 0) / inside.length
    error += (inside.length / rows.length) * Math.abs(mean(r => r.p) - mean(r => r.y))
  }
  return error
}
