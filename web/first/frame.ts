import { isFirstOver } from '../lib/first-screen.ts'
import { firstWords } from '../lib/first-words.ts'
import { kept } from '../lib/value.ts'
import { make, spot, wide } from './make.ts'

/**
 * The page as it will be, drawn by a few kilobytes while the app itself is still on its way: on a slow line one reads
 * one's own words a second or two earlier. It looks like the app and does nothing; the app takes its place.
 */

function phoneBar(): HTMLElement {
  const t = firstWords()
  const cell = (text: string) =>
    make(
      'span',
      'flex h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs text-ink-soft',
      spot('size-5'),
      text,
    )
  return make(
    'div',
    'flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden',
    ...[t.library, t.search, t.add, t.ask, t.calendar].map(cell),
  )
}

const field = (more: string) =>
  make(
    'div',
    `flex h-9 items-center rounded-lg border border-line bg-surface pl-8.5 text-sm text-ink-faint ${more}`,
    firstWords().searchEverything,
  )

const topBar = () =>
  make(
    'div',
    'flex h-12 shrink-0 items-center gap-1 border-b border-line bg-surface pr-3 pl-1 md:hidden',
    spot('touchable size-8'),
    field('flex-1'),
  )

function rail(): HTMLElement {
  const name = make('div', 'flex h-10 items-center gap-2 pl-2 font-semibold tracking-tight', spot('size-6'), 'Dossier')
  return wide(
    make('div', 'hidden shrink-0 border-r border-line bg-sunken p-2 md:block', name, field('mt-1')),
    kept('rail', 248).get() + 1,
  )
}

/** Nothing can be done with it, and nobody is told of it who listens: the app will say all of it again. */
export function show(root: HTMLElement, screen: HTMLElement): void {
  if (isFirstOver()) return
  screen.ariaHidden = 'true'
  screen.inert = true
  root.replaceChildren(screen)
}

/** What stands around every page. */
export function drawFrame(root: HTMLElement, ...inside: HTMLElement[]): void {
  show(
    root,
    make(
      'div',
      'flex h-dvh flex-col',
      topBar(),
      make('div', 'flex min-h-0 flex-1', rail(), make('div', 'flex min-w-0 flex-1', ...inside)),
      phoneBar(),
    ),
  )
}
