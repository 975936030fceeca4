import type { FileObject, Page } from '../api/shapes.ts'
import {
  type Column,
  fitting,
  LINE,
  LINE_BELOW,
  LINE_HEIGHT,
  LINE_NAME,
  NARROW_TEMPLATE,
  templateOf,
  titleOf,
  USUAL_COLUMNS,
} from '../files/line-look.ts'
import { firstWords } from '../lib/first-words.ts'
import { formatDate, formatSize } from '../lib/format.ts'
import { kept } from '../lib/value.ts'
import { drawFrame } from './frame.ts'
import { make, spot } from './make.ts'

const RAIL = 257

/** The same line as the list will draw: what was read of the file, in the columns that have room. */
function line(file: FileObject, columns: readonly Column[], template: string): HTMLElement {
  const name = titleOf({ filename: file.filename, title: file.enrichment?.title })
  const below = [name !== file.filename && file.filename, formatSize(file.size), formatDate(file.created_at)]
  const row = make(
    'div',
    LINE,
    make('div', 'flex justify-center', spot()),
    make(
      'div',
      LINE_NAME,
      make('span', 'truncate md:text-base md:font-medium', name),
      make('span', LINE_BELOW, make('span', 'truncate', below.filter(Boolean).join(' · '))),
    ),
    ...columns.map(() => make('div', '')),
  )
  row.style.gridTemplateColumns = template
  return row
}

/** All files, as far as they fit into the window. */
export function drawLibrary(root: HTMLElement, { items, total }: Page<FileObject>): void {
  const t = firstWords()
  const narrow = matchMedia('(max-width: 767px)').matches
  const columns = narrow ? [] : fitting(innerWidth - RAIL, kept<Column[]>('columns', USUAL_COLUMNS).get())
  const template = narrow ? NARROW_TEMPLATE : templateOf(columns)
  const count = Math.ceil(innerHeight / LINE_HEIGHT.list)
  const heading = make(
    'div',
    'flex min-w-0 flex-1 items-baseline gap-2',
    make('b', 'truncate text-xl font-semibold tracking-tight', t.allFiles),
    make('span', 'figures shrink-0 text-sm text-ink-faint', t.files(total)),
  )
  const upload = make(
    'span',
    'touchable inline-flex h-8 shrink-0 items-center rounded bg-accent pr-3 pl-8.5 text-sm font-medium text-on-accent',
    t.upload,
  )
  drawFrame(
    root,
    make(
      'div',
      'flex min-w-0 flex-1 flex-col',
      make('div', 'flex h-14 shrink-0 items-center gap-3 px-4', heading, upload),
      make('div', 'h-11 shrink-0'),
      make(
        'div',
        'min-h-0 flex-1 overflow-hidden',
        make('div', 'hidden h-8 border-b border-line md:block'),
        ...items.slice(0, count).map(file => line(file, columns, template)),
      ),
    ),
  )
}
