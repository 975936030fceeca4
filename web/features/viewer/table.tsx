import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { readTable } from './csv.ts'
import { viewerWords } from './words.ts'

const ROW_PX = 32

/** A table of any length: only the lines in sight are drawn. The first line stays on top. */
export function Table({ text, name, note }: { text: string; name: string; note?: string }) {
  const t = viewerWords.use()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => readTable(text), [text])
  const [head = [], ...body] = rows
  const columns = Math.max(...rows.slice(0, 200).map(row => row.length), 1)
  const widths = useMemo(
    () =>
      Array.from({ length: columns }, (_, column) => {
        const longest = Math.max(...rows.slice(0, 100).map(row => row[column]?.length ?? 0))
        return Math.min(360, Math.max(72, longest * 8 + 24))
      }),
    [rows, columns],
  )
  const virtual = useVirtualizer({
    count: body.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 20,
  })
  const grid = { gridTemplateColumns: `56px ${widths.map(width => `${width}px`).join(' ')}` }
  const cells = Array.from({ length: columns }, (_, column) => column)
  return (
    <div className="flex size-full flex-col">
      <p className="figures shrink-0 border-b border-line px-4 py-1.5 text-xs text-ink-faint">
        {t.rows(body.length, columns)}
        {note && ` · ${note}`}
      </p>
      <div
        ref={scroller}
        tabIndex={0}
        role="table"
        aria-label={name}
        aria-rowcount={rows.length}
        className="min-h-0 flex-1 overflow-auto text-sm focus-visible:-outline-offset-2"
      >
        <div role="rowgroup" className="sticky top-0 z-10 w-max min-w-full">
          <div
            role="row"
            aria-rowindex={1}
            style={grid}
            className="grid h-8 items-center border-b border-line-strong bg-sunken font-medium"
          >
            <span role="columnheader" className="sr-only">
              {t.row}
            </span>
            <span aria-hidden />
            {cells.map(column => (
              <span key={column} role="columnheader" className="truncate px-2" title={head[column]}>
                {head[column] || ' '}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className="relative w-max min-w-full" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              style={{ ...grid, transform: `translateY(${start}px)` }}
              className="absolute inset-x-0 grid h-8 items-center border-b border-line hover:bg-hover"
            >
              <span role="rowheader" className="figures px-2 text-right text-xs text-ink-faint">
                {index + 1}
              </span>
              {cells.map(column => (
                <span key={column} role="cell" className="figures truncate px-2" title={body[index]?.[column]}>
                  {body[index]?.[column]}
                </span>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
