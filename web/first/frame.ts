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
    ...[t.library, t.search, t.add, t.ask, t.more].map(cell),
  )
}

function rail(): HTMLElement {
  const name = make('div', 'flex h-10 items-center gap-2 pl-2 font-semibold tracking-tight', spot('size-6'), 'Dossier')
  return wide(
    make('div', 'hidden shrink-0 border-r border-line bg-sunken p-2 md:block', name),
    kept('rail', 248).get() + 1,
  )
}

let over = false

/** From now on the page is the app's. */
export function endFirst(): void {
  over = true
}

/** Nothing can be done with it, and nobody is told of it who listens: the app will say all of it again. */
export function show(root: HTMLElement, screen: HTMLElement): void {
  if (over) return
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
      make('div', 'flex min-h-0 flex-1', rail(), make('div', 'flex min-w-0 flex-1', ...inside)),
      phoneBar(),
    ),
  )
}
