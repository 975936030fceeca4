import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useMemo, useRef } from 'react'
import { cx } from '../../lib/class-names.ts'
import { readTable } from './csv.ts'
import { viewerWords } from './words.ts'

const ROW_PX = 32

const NUMBER = /^[-+(]?[\d\s.,\u00a0\u202f]*\d[\d\s.,]*[)%]?\s?[€$₽£]?$/

interface TableProps {
  rows: string[][]
  name: string
  note?: string
  /** Columns are called as in a spreadsheet, and all rows are rows; without it the first row names them. */
  lettered?: boolean
  /** What stands right of the counts. */
  children?: ReactNode
}

export function CsvTable({ text, name, note }: { text: string; name: string; note?: string }) {
  const rows = useMemo(() => readTable(text), [text])
  return <Table rows={rows} name={name} note={note} />
}

/** A table of any length: only the lines in sight are drawn. What names the columns stays on top. */
export function Table({ rows, name, note, lettered, children }: TableProps) {
  const t = viewerWords.use()
  const scroller = useRef<HTMLDivElement>(null)
  const head = lettered ? undefined : (rows[0] ?? [])
  const body = useMemo(() => (lettered ? rows : rows.slice(1)), [rows, lettered])
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
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-1.5">
        <p className="figures text-xs text-ink-faint">
          {t.rows(body.length, columns)}
          {note && ` · ${note}`}
        </p>
        {children}
      </div>
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
              <span
                key={column}
                role="columnheader"
                className={cx('truncate px-2', lettered && 'text-center text-xs text-ink-soft')}
                title={head?.[column]}
              >
                {head ? head[column] || ' ' : letterOf(column)}
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
                <Cell key={column} text={body[index]?.[column] ?? ''} lined={lettered} />
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

function Cell({ text, lined }: { text: string; lined?: boolean }) {
  return (
    <span
      role="cell"
      title={text}
      className={cx(
        'figures h-full truncate px-2 leading-8',
        lined && 'border-l border-line',
        NUMBER.test(text) && 'text-right',
      )}
    >
      {text}
    </span>
  )
}

/** A, B, … Z, AA, as every spreadsheet calls them. */
export function letterOf(column: number): string {
  let [rest, letters] = [column, '']
  for (; rest >= 0; rest = Math.floor(rest / 26) - 1) letters = String.fromCharCode(65 + (rest % 26)) + letters
  return letters
}
