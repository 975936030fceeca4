import type { PlacedEvent } from './agenda.ts'
import { MINUTE } from './days.ts'

interface Column {
  placed: PlacedEvent
  column: number
  of: number
}

/** Even a moment takes room on the page. */
const endOf = ({ from, to }: PlacedEvent) => Math.max(to, from + 25 * MINUTE)

/** What overlaps stands side by side: each group of overlapping things is cut into as many columns as it needs. */
export function columnsOf(items: PlacedEvent[]): Column[] {
  const sorted = [...items].sort((a, b) => a.from - b.from || endOf(b) - endOf(a))
  const all: Column[] = []
  let group: Column[] = []
  let ends: number[] = []
  let groupEnd = Number.NEGATIVE_INFINITY
  const close = () => {
    for (const each of group) each.of = ends.length
    all.push(...group)
    group = []
    ends = []
  }
  for (const placed of sorted) {
    if (placed.from >= groupEnd) close()
    const free = ends.findIndex(end => end <= placed.from)
    const column = free < 0 ? ends.length : free
    ends[column] = endOf(placed)
    groupEnd = Math.max(...ends)
    group.push({ placed, column, of: 1 })
  }
  close()
  return all
}
