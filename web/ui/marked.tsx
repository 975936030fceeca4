import { indexer } from '../lib/code-points.ts'

/** A text with ranges of it made visible; the ranges are counted in characters, ordered and apart. */
export function Marked({ text, ranges }: { text: string; ranges: [number, number][] }) {
  const index = indexer(text)
  const parts: { text: string; mark: boolean; at: number }[] = []
  let done = 0
  for (const [from, to] of ranges) {
    const start = index(from)
    const end = index(to)
    if (end <= start) continue
    if (start > done) parts.push({ text: text.slice(done, start), mark: false, at: done })
    parts.push({ text: text.slice(start, end), mark: true, at: start })
    done = end
  }
  if (done < text.length) parts.push({ text: text.slice(done), mark: false, at: done })
  return parts.map(part =>
    part.mark ? (
      <mark key={part.at} className="rounded-sm bg-careful-soft text-inherit">
        {part.text}
      </mark>
    ) : (
      <span key={part.at}>{part.text}</span>
    ),
  )
}
