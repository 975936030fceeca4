import type { Schemas } from '../api/openapi.ts'
import type { FileObject } from '../api/shapes.ts'
import { firstWords } from '../lib/first-words.ts'
import { formatDate } from '../lib/format.ts'
import { drawFrame } from './frame.ts'
import { make } from './make.ts'

export interface FirstFound {
  items: Pick<Schemas['SearchOut']['items'][number], 'object' | 'snippet' | 'page'>[]
  total: number
}

const MOST = 8

const titleOf = ({ enrichment, filename }: FileObject) => enrichment?.title || filename

const aboutOf = (object: FileObject) =>
  [titleOf(object) === object.filename ? '' : object.filename, formatDate(object.created_at)]
    .filter(Boolean)
    .join(' · ')

const PAGED = new Set(['pdf', 'document', 'presentation', 'spreadsheet'])

const placeOf = ({ object, page }: FirstFound['items'][number]) =>
  page && PAGED.has(object.kind) ? `${firstWords().page(page)}: ` : ''

const hit = (found: FirstFound['items'][number]) =>
  make(
    'div',
    'flex gap-3 px-3 py-2.5',
    make('span', 'h-14 w-11 shrink-0 rounded-sm border border-line bg-sunken'),
    make(
      'div',
      'min-w-0 flex-1',
      make('div', 'min-w-0 truncate text-base font-medium', titleOf(found.object)),
      make(
        'div',
        'mt-0.5 line-clamp-3 text-sm leading-snug text-ink-soft [overflow-wrap:anywhere]',
        placeOf(found) + found.snippet,
      ),
      make('div', 'figures mt-1 truncate text-xs text-ink-faint', aboutOf(found.object)),
    ),
  )

/** What is looked for, and what was found. */
export function drawSearch(root: HTMLElement, q: string, found: FirstFound | undefined): void {
  const box = make(
    'div',
    'mx-auto flex h-11 max-w-5xl items-center rounded-lg border border-line-strong bg-surface pl-11 text-lg',
    q,
  )
  drawFrame(
    root,
    make(
      'div',
      'flex min-w-0 flex-1 flex-col',
      make('div', 'shrink-0 px-4 pt-3 pb-2', box),
      make(
        'div',
        'min-h-0 flex-1 overflow-hidden',
        make(
          'div',
          'mx-auto flex max-w-5xl flex-col gap-2 px-4',
          make('div', 'touchable h-8'),
          make('div', 'h-4'),
          ...(found ? [make('div', '-mt-1 flex flex-col', ...found.items.slice(0, MOST).map(hit))] : []),
        ),
      ),
    ),
  )
}
