import { firstWords } from '../lib/first-words.ts'
import { drawFrame } from './frame.ts'
import { make, spot } from './make.ts'

/** A conversation that has not begun. */
export function drawChat(root: HTMLElement): void {
  const t = firstWords()
  const sessions = matchMedia('(min-width: 1280px)').matches
  const examples = t.examples.files.map(example =>
    make(
      'span',
      'touchable inline-flex items-center rounded-full border border-line bg-surface px-3 py-1.5 text-sm',
      example,
    ),
  )
  const box = make(
    'div',
    'flex flex-col gap-1.5 rounded-lg border border-line-strong bg-surface p-2',
    make('span', 'px-1.5 py-1 text-base text-ink-faint', t.placeholder),
    make('div', 'flex flex-col gap-1', make('span', 'h-8 md:hidden'), make('span', 'touchable h-8')),
  )
  drawFrame(
    root,
    ...(sessions ? [make('div', 'w-60 shrink-0 border-r border-line')] : []),
    make(
      'div',
      'flex min-w-0 flex-1 flex-col',
      make(
        'div',
        'flex h-12 shrink-0 items-center gap-2 px-4',
        ...(sessions ? [] : [make('span', 'touchable flex size-8 items-center justify-center', spot())]),
        make('b', 'text-lg font-semibold', t.ask),
      ),
      make(
        'div',
        'min-h-0 flex-1 overflow-hidden',
        make(
          'div',
          'mx-auto flex h-full max-w-xl flex-col items-center justify-center gap-3 p-6 text-center',
          spot('size-8'),
          make('b', 'text-lg font-medium text-balance', t.emptyTitle),
          make('p', 'text-base text-balance text-ink-soft', t.emptyText),
          make('div', 'mt-2 flex flex-wrap justify-center gap-2', ...examples),
          make('span', 'mt-2 text-sm', '\u00a0'),
        ),
      ),
      make('div', 'mx-auto w-full max-w-3xl shrink-0 px-4 pb-4', box),
    ),
  )
}
