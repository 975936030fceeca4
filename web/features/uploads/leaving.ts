import { items } from './items.ts'

/** What is not sent when the tab is closed is sent by the worker (sw-uploads.js), where the browser allows it. */

interface Syncing extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> }
}

let worker: Syncing | undefined
let watching = false

const isUnfinished = () =>
  items.get().some(({ state, secret }) => !secret && (state === 'waiting' || state === 'sending'))

const handOver = () => {
  if (isUnfinished()) worker?.sync?.register('uploads').catch(() => {})
}

export function watchLeaving(): void {
  if (watching || !('serviceWorker' in navigator)) return
  watching = true
  void navigator.serviceWorker.ready.then(ready => {
    worker = ready
  })
  // On a phone it is all that a page is told.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && handOver())
  // The worker may have been woken, and have slept again, while the page was only hidden.
  window.addEventListener('pagehide', handOver)
}
