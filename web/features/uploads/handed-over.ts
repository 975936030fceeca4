import { store } from '../../lib/store.ts'
import { toast } from '../../ui/toast.tsx'

/** What another app has shared with this one. The worker holds it in memory until the page that it opens asks; it is stored nowhere. */
export const handedOver = store<File[]>([])

const MARK = 'shared'
const PATIENCE_MS = 10_000

export async function askForHandedOver(): Promise<void> {
  const address = new URL(location.href)
  if (!address.searchParams.has(MARK)) return
  address.searchParams.delete(MARK)
  history.replaceState(history.state, '', address)
  const files = await Promise.race([askWorker(), new Promise<File[]>(done => setTimeout(done, PATIENCE_MS, []))])
  handedOver.set(files)
  // The browser may have ended the worker meanwhile, and what it held is gone.
  if (files.length === 0) toast((await import('./handed-over-words.ts')).handedWords.now().lost, { wrong: true })
}

async function askWorker(): Promise<File[]> {
  if (!('serviceWorker' in navigator)) return []
  const { active } = await navigator.serviceWorker.ready
  const { port1, port2 } = new MessageChannel()
  return new Promise(done => {
    port1.onmessage = ({ data }: MessageEvent<File[]>) => done(data.filter(file => file instanceof File))
    active?.postMessage('handed over', [port2])
  })
}
