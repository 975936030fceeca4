import type { FileObject, Page } from '../api/shapes.ts'
import { COLUMNS, LINE, LINE_BELOW, LINE_FIGURE, LINE_HEIGHT, LINE_NAME } from '../files/line-look.ts'
import { firstWords } from '../lib/first-words.ts'
import { formatDate, formatSize } from '../lib/format.ts'
import { kept } from '../lib/value.ts'
import { drawFrame } from './frame.ts'
import { make, spot, wide } from './make.ts'

function line(file: FileObject): HTMLElement {
  const [size, date] = [formatSize(file.size), formatDate(file.created_at)]
  return make(
    'div',
    LINE,
    make('div', 'flex justify-center', spot()),
    make(
      'div',
      LINE_NAME,
      make('span', 'truncate', file.filename),
      make('span', LINE_BELOW, file.status === 'ready' ? `${size} · ${date}` : '\u00a0'),
    ),
    make('div', 'hidden md:block'),
    make('div', LINE_FIGURE, size),
    make('div', LINE_FIGURE, date),
  )
}

/** All files, as far as they fit into the window. */
export function drawLibrary(root: HTMLElement, { items, total }: Page<FileObject>): void {
  const t = firstWords()
  const narrow = matchMedia('(max-width: 767px)').matches
  const pane = matchMedia('(min-width: 1024px)').matches && kept('pane-open', true).get()
  const count = Math.ceil(innerHeight / (narrow ? LINE_HEIGHT.narrow : LINE_HEIGHT.wide))
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
        make('div', `${COLUMNS} hidden! h-8 border-b border-line md:grid!`),
        ...items.slice(0, count).map(line),
      ),
    ),
    ...(pane ? [wide(make('div', 'shrink-0 border-l border-line bg-surface'), kept('pane', 320).get() + 1)] : []),
  )
}
