import { useEffect, useRef } from 'react'
import { addressOf } from '../../lib/base.ts'

/** What each step is about, on the page itself, the nearest first; what is not there yet is waited for. */
const TARGETS: Record<string, (file: string | undefined) => string[]> = {
  files: () => ['[data-tour=upload]'],
  find: () => ['[data-tour=search]'],
  ask: () => [`a[href="${addressOf('/ask')}"]`],
  // Where one is not yet in the file, the way leads over its line, and to that over the library.
  pages: file => [
    '[data-tour=pages]',
    ...(file ? [`[role=row][data-id="${file}"]`] : []),
    `a[href="${addressOf('/')}"]`,
  ],
  yours: () => [`a[href="${addressOf('/changes')}"]`],
}

/** What is there once somebody has done it. */
const DONE: Record<string, string> = {
  find: 'main ol [data-hit]',
  ask: 'main article[aria-busy=false]',
  pages: '[role=listbox] [role=option]',
}

const seen = (selector: string): Element | undefined =>
  [...document.querySelectorAll(selector)].find(element => element.getClientRects().length > 0)

/**
 * Draws a ring around it as long as the step is shown, and tells once it was done. Nothing of the page is covered, and what was there
 * when the step began counts only when it has gone and come again.
 */
export function usePointing(step: string, file: string | undefined, onDone: () => void): void {
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const targets = TARGETS[step]?.(file) ?? []
    const sign = DONE[step]
    let pointed: Element | undefined
    let before = sign !== undefined && document.querySelector(sign) !== null
    let frame = 0
    const look = () => {
      frame = 0
      const target = targets.map(seen).find(found => found !== undefined)
      if (target !== pointed) {
        pointed?.classList.remove('pointed')
        target?.classList.add('pointed')
        pointed = target
      }
      const now = sign !== undefined && document.querySelector(sign) !== null
      if (now && !before) done.current()
      before = now
    }
    look()
    // Once for all that changes in a frame.
    const watcher = new MutationObserver(() => {
      frame ||= requestAnimationFrame(look)
    })
    watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['aria-busy'] })
    return () => {
      watcher.disconnect()
      cancelAnimationFrame(frame)
      pointed?.classList.remove('pointed')
    }
  }, [step, file])
}
