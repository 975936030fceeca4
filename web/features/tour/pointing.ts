import { useEffect } from 'react'
import { addressOf } from '../../lib/base.ts'

/** What each step is about, on the page itself; what is not there yet is waited for. */
const TARGETS: Record<string, string> = {
  files: '[data-tour=upload]',
  find: '[data-tour=search]',
  ask: `a[href="${addressOf('/ask')}"]`,
  yours: `a[href="${addressOf('/changes')}"]`,
}

/** Draws a ring around it as long as the step is shown. Nothing of the page is covered, and nothing goes on by itself. */
export function usePointing(step: string): void {
  useEffect(() => {
    const target = TARGETS[step]
    if (!target) return
    let pointed: Element | undefined
    const look = () => {
      if (pointed?.isConnected) return
      pointed = [...document.querySelectorAll(target)].find(element => element.getClientRects().length > 0)
      pointed?.classList.add('pointed')
    }
    look()
    const watcher = new MutationObserver(look)
    watcher.observe(document.body, { childList: true, subtree: true })
    return () => {
      watcher.disconnect()
      pointed?.classList.remove('pointed')
    }
  }, [step])
}
