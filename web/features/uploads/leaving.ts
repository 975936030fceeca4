import { items } from './items.ts'

/** What is not sent when the tab is closed is sent by the worker (sw-uploads.js), where the browser allows it. */

interface Syncing extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> }
}

let worker: Syncing | undefined
let watching = false

const isUnfinished = () =>
  items.get().some(({ state, secret }) => !secret && (state === 'waiting' || state === 'sending'))

export function watchLeaving(whenTold: () => void): void {
  if (watching || !('serviceWorker' in navigator)) return
  watching = true
  void navigator.serviceWorker.ready.then(ready => {
    worker = ready
  })
  // The last that a page is told for certain; on a phone it is all that it is told.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && isUnfinished()) worker?.sync?.register('uploads').catch(() => {})
  })
  // Another tab was closed over its uploads.
  navigator.serviceWorker.addEventListener('message', ({ data }) => data === 'uploads' && whenTold())
}
