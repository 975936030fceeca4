import type { FileObject } from '../api/shapes.ts'
import { show } from './frame.ts'
import { make, spot } from './make.ts'

/** A file over the whole page: its name, and the words of a plain text. */
export function drawFile(root: HTMLElement, file: FileObject, text?: string): void {
  const bar = make(
    'div',
    'flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface px-2',
    make('span', 'touchable flex size-8 shrink-0 items-center justify-center', spot()),
    make('b', 'min-w-0 flex-1 truncate px-1 text-base font-medium', file.filename),
  )
  const words =
    text === undefined
      ? []
      : [make('pre', 'font-sans text-base leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]', text)]
  show(
    root,
    make(
      'div',
      'flex h-dvh flex-col bg-ground',
      bar,
      make('div', 'min-h-0 flex-1 overflow-hidden', make('div', 'mx-auto flex max-w-3xl flex-col gap-4 p-6', ...words)),
    ),
  )
}
