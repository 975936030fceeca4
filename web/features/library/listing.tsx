import { elementScroll, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { chosenFrom } from '../../files/chosen.ts'
import { type Column, fitting, LINE_HEIGHT, NARROW_TEMPLATE, templateOf } from '../../files/line-look.ts'
import type { Sort } from '../../files/search.ts'
import { selection } from '../../files/selection.ts'
import { libraryWords } from '../../files/words.ts'
import { cx } from '../../lib/class-names.ts'
import { useNarrow } from '../../lib/media.ts'
import { useStore } from '../../lib/store.ts'
import { PointerMenu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAwaited } from './awaited.ts'
import type { Actions, LibraryEntry } from './entry.ts'
import { idOf, orderOf } from './entry.ts'
import { chosenColumns } from './facts.tsx'
import { ListHeading } from './heading.tsx'
import { useListKeys, usePageKeys } from './keys.ts'
import { menuOf } from './line.ts'
import { PullMark } from './pull-mark.tsx'
import { Row, RowBone, type RowLook } from './row.tsx'
import { TILE, Tile, TileBone } from './tile.tsx'
import { useTouches } from './touch.ts'

interface ListingProps {
  /** With holes where lines have not come yet. */
  entries: LibraryEntry[]
  /** How many lines there will be once all have come. */
  total: number
  /** Otherwise there are more, nobody knows how many. */
  isExact?: boolean
  view: 'list' | 'grid' | 'compact'
  label: string
  sort?: Sort
  onSort?: (sort: Sort) => void
  actions: Actions
  /** Called when lines are looked at that have not come yet. */
  onNeed: (from: number, to: number) => void
  /** Stands above the lines and scrolls with them. */
  header?: ReactNode
}

/** A line that leaves the window comes back in as another one: filling it anew costs less than making it. */
const POOL = 96

/** So many lines before the last that has come, more are asked for. */
const MOST_AHEAD = 200

function observeElementRect(
  { scrollElement }: Virtualizer<HTMLDivElement, Element>,
  onSize: (rect: { width: number; height: number }) => void,
): (() => void) | undefined {
  if (!scrollElement) return undefined
  const observer = new ResizeObserver(([entry]) => {
    const [box] = entry?.borderBoxSize ?? []
    if (box) onSize({ width: Math.round(box.inlineSize), height: Math.round(box.blockSize) })
  })
  observer.observe(scrollElement)
  return () => observer.disconnect()
}

/** A list that stands at its beginning is not sent there: that too would have the page laid out at once. */
function scrollToFn(...given: Parameters<typeof elementScroll<HTMLDivElement>>): void {
  const [offset, { adjustments = 0 }, { scrollOffset }] = given
  if (offset + adjustments !== 0 || scrollOffset) elementScroll(...given)
}

/** What is seen is drawn first; lines above and below it once that is done. */
function useAhead(lines: number): number {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const later = setTimeout(() => startTransition(() => setDrawn(true)), 100)
    return () => clearTimeout(later)
  }, [])
  return isDrawn ? lines : 1
}

/** Only what is seen is in the page, however many lines there are. */
export function Listing(props: ListingProps) {
  const { entries, total, isExact = true, view, label, sort, onSort, actions, onNeed, header } = props
  const grid = view === 'grid'
  const scroller = useRef<HTMLDivElement>(null)
  const narrow = useNarrow()
  const columns = useColumns(scroller, grid)
  const look = useLook(scroller, narrow, view === 'compact')
  const rowHeight = grid ? TILE.height + TILE.gap : look.compact ? LINE_HEIGHT.compact : LINE_HEIGHT.list
  const virtual = useVirtualizer({
    count: Math.ceil(total / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: useAhead(grid ? 2 : 6),
    // A guess for the first drawing, so that the lines are there at once; the browser tells the truth in its own time,
    // where asking for it would make it lay out the whole page in the middle of the work.
    initialRect: { width: innerWidth, height: innerHeight - (narrow ? 157 : 100) },
    observeElementRect,
    scrollToFn,
  })
  const measured = useRef(`${rowHeight} ${columns}`)
  useEffect(() => {
    if (measured.current === `${rowHeight} ${columns}`) return
    measured.current = `${rowHeight} ${columns}`
    virtual.measure()
  }, [virtual, rowHeight, columns])

  const shown = virtual.getVirtualItems()
  const flying = useFlying(virtual.scrollOffset ?? 0, virtual.isScrolling, scroller.current?.clientHeight ?? 0)
  const lastShown = (shown.at(-1)?.index ?? 0) * columns + columns
  const firstShown = (shown[0]?.index ?? 0) * columns
  useEffect(() => {
    const last = Math.min(total, lastShown + Math.min(MOST_AHEAD, Math.floor(entries.length / 3))) - 1
    if (!flying && (!(last in entries) || !(firstShown in entries))) onNeed(firstShown, last)
  }, [firstShown, lastShown, entries, total, onNeed, flying])

  const pointed = useRef<LibraryEntry>(undefined)
  // Lines ask for these only when something is done with them: the functions stay the same, so the lines do not redraw.
  const now = useRef(entries)
  now.current = entries
  const selectedFiles = useCallback(() => chosenFrom(now.current.map(entry => entry?.file)), [])
  const order = useCallback(() => orderOf(now.current), [])
  const awaited = useAwaited(scroller, entries)
  const onKeyDown = useListKeys({
    entries: now,
    total,
    columns,
    actions,
    selectedFiles,
    order,
    onUncounted: isExact ? undefined : () => toast(libraryWords.now().endUnknown(total)),
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 1),
    show: index => {
      virtual.scrollToIndex(Math.floor(index / columns))
      const entry = now.current[index]
      awaited.current = entry ? undefined : index
      if (!entry) return
      const id = idOf(entry)
      requestAnimationFrame(() =>
        requestAnimationFrame(() =>
          scroller.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus({ preventScroll: true }),
        ),
      )
    },
  })
  usePageKeys(onKeyDown)
  const pulled = useTouches({
    scroller,
    fileOf: id => (grid ? undefined : now.current.find(entry => entry && idOf(entry) === id)?.file),
  })
  const { cursor } = selection.get()
  const hasCursor = cursor !== undefined && entries.some(entry => idOf(entry) === cursor)
  const byFilename = sort === 'name' || sort === '-name'
  const line = (index: number) => {
    const entry = entries[index]
    return entry && { entry, index, first: index === 0 && !hasCursor, byFilename, selectedFiles, order, actions }
  }

  return (
    <div ref={scroller} className="relative h-full overflow-auto overscroll-contain">
      <PullMark pulled={pulled} />
      {header}
      <PointerMenu items={() => (pointed.current ? menuOf(pointed.current, { selectedFiles, actions }) : [])}>
        <div
          role="grid"
          onContextMenu={event => {
            const id = (event.target as Element).closest<HTMLElement>('[data-id]')?.dataset.id
            pointed.current = entries.find(entry => entry && idOf(entry) === id)
            if (!pointed.current) event.preventDefault()
          }}
          aria-label={label}
          aria-multiselectable
          aria-rowcount={isExact ? (grid ? Math.ceil(total / columns) : total + 1) : -1}
          onKeyDown={onKeyDown}
          className={cx('min-h-24', grid && 'px-4 pt-1 pb-4')}
        >
          {!grid && <ListHeading sort={sort} onSort={onSort} look={look} />}
          <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
            {shown.map(item => (
              <div
                key={item.index % POOL}
                role={grid ? 'row' : 'presentation'}
                aria-rowindex={grid ? item.index + 1 : undefined}
                className={cx('absolute inset-x-0 top-0 [contain:layout_style]', grid && 'grid')}
                style={{
                  transform: `translateY(${item.start}px)`,
                  height: grid ? TILE.height : rowHeight,
                  ...(grid ? { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap: TILE.gap } : {}),
                }}
              >
                {Array.from({ length: Math.min(columns, total - item.index * columns) }, (_, column) => {
                  const index = item.index * columns + column
                  const props = flying ? undefined : line(index)
                  // A line is its place in the window, not its file: see POOL.
                  const key = props ? column : `bone ${column}`
                  if (!props) return grid ? <TileBone key={key} /> : <RowBone key={key} compact={look.compact} />
                  return grid ? <Tile key={key} {...props} column={column} /> : <Row key={key} {...props} look={look} />
                })}
              </div>
            ))}
          </div>
        </div>
      </PointerMenu>
    </div>
  )
}

/** Pulling the bar through thousands of lines, nobody can read them: their shapes are enough until the hand rests. */
function useFlying(offset: number, isScrolling: boolean, height: number): boolean {
  const last = useRef(offset)
  const flying = isScrolling && height > 0 && Math.abs(offset - last.current) > 2 * height
  last.current = offset
  return flying
}

function useColumns(scroller: React.RefObject<HTMLDivElement | null>, grid: boolean): number {
  const [columns, setColumns] = useState(1)
  useEffect(() => {
    const element = scroller.current
    if (!grid || !element) return setColumns(1)
    const measure = () =>
      setColumns(Math.max(2, Math.floor((element.clientWidth - 32 + TILE.gap) / (TILE.min + TILE.gap))))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [grid, scroller])
  return grid ? Math.max(columns, 2) : 1
}

/** Which columns have room, as the window and the person have it. */
export function useLook(scroller: React.RefObject<HTMLDivElement | null>, narrow: boolean, compact: boolean): RowLook {
  const chosen = useStore(chosenColumns)
  const [width, setWidth] = useState(innerWidth - (narrow ? 0 : RAIL))
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  const columns = narrow ? '' : fitting(width, chosen).join()
  return useMemo(() => {
    const list = columns === '' ? [] : (columns.split(',') as Column[])
    return { compact: compact && !narrow, narrow, columns: list, template: narrow ? NARROW_TEMPLATE : templateOf(list) }
  }, [columns, narrow, compact])
}

/** What the rail takes of the window, as a guess for the first drawing. */
const RAIL = 257
