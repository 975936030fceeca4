import { post } from '../api/call.ts'
import { client } from '../api/client.ts'
import { reopenEvents } from '../api/events.ts'
import { addressOf } from '../lib/base.ts'
import { kept, store, useStore } from '../lib/store.ts'

/**
 * The hidden zone on this page. The key to it is a cookie out of reach; here is only whether it is open. Locking empties
 * everything that was ever fetched, and the page shows nothing until the service has confirmed.
 */

type State = 'locked' | 'open' | 'locking'

export const zone = store<State>('locked')
export const isUnlocked = (): boolean => zone.get() === 'open'
export const useUnlocked = (): boolean => useStore(zone) === 'open'

/** Minutes without a touch after which it locks itself. */
export const idleMinutes = kept<number>('hidden-idle', 5)

/** That it is open somewhere in this browser; says nothing about what is in it. */
const marker = kept<boolean>('hidden-open', false)
const others = 'BroadcastChannel' in (globalThis.window ?? {}) ? new BroadcastChannel('dossier-hidden') : undefined

let expiry: ReturnType<typeof setTimeout> | undefined
let idle: ReturnType<typeof setTimeout> | undefined

export async function unlock(pin: string): Promise<void> {
  const { expires_at } = await post('/v1/hidden-pin/unlock', { pin })
  open(Date.parse(expires_at))
}

function open(until: number): void {
  client.clear()
  marker.set(true)
  zone.set('open')
  clearTimeout(expiry)
  expiry = setTimeout(() => void lock(), Math.max(0, until - Date.now() - 1000))
  watch()
  reopenEvents()
}

/** Forgets first, then tells the service, and again until it has received it. */
export async function lock(notifyTabs = true): Promise<void> {
  if (zone.get() !== 'open') return
  zone.set('locking')
  client.clear()
  stopWatching()
  if (notifyTabs) others?.postMessage('locked')
  for (;;) {
    try {
      await post('/v1/hidden-pin/lock')
      break
    } catch (error) {
      if ((error as { status?: number }).status === 401) break
      await new Promise(done => setTimeout(done, 1500))
    }
  }
  marker.set(false)
  client.clear()
  zone.set('locked')
  reopenEvents()
}

const touched = () => {
  clearTimeout(idle)
  idle = setTimeout(() => void lock(), idleMinutes.get() * 60_000)
}

/** Closing the tab, or leaving the page in any way: the service is told even though nobody waits for the answer. */
function leave(): void {
  navigator.sendBeacon(addressOf('/v1/hidden-pin/lock'))
  marker.set(false)
  zone.set('locking')
  client.clear()
}

const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

function watch(): void {
  touched()
  for (const name of TOUCHES) window.addEventListener(name, touched, { passive: true })
  window.addEventListener('pagehide', leave)
}

function stopWatching(): void {
  clearTimeout(idle)
  clearTimeout(expiry)
  for (const name of TOUCHES) window.removeEventListener(name, touched)
  window.removeEventListener('pagehide', leave)
}

if (others)
  others.onmessage = ({ data }) => {
    if (data === 'locked') void lock(false)
    else if (data === 'who' && isUnlocked()) others.postMessage('open')
  }

// A page from the back/forward cache comes back in its old state, so it is loaded again.
const startAnew = (event: PageTransitionEvent) => event.persisted && location.reload()

/** A browser that was killed could not lock: the zone is locked before anything is asked for, unless another tab has it open. */
export async function settle(): Promise<void> {
  window.addEventListener('pageshow', startAnew)
  if (!marker.get()) return
  if (await openElsewhere()) {
    zone.set('open')
    watch()
    return
  }
  await post('/v1/hidden-pin/lock').catch(() => {})
  marker.set(false)
}

function openElsewhere(): Promise<boolean> {
  if (!others) return Promise.resolve(false)
  return new Promise(done => {
    const answer = ({ data }: MessageEvent) => data === 'open' && done(true)
    others.addEventListener('message', answer)
    setTimeout(() => {
      others.removeEventListener('message', answer)
      done(false)
    }, 200)
    others.postMessage('who')
  })
}
