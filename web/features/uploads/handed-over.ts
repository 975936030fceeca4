import { store } from '../../lib/store.ts'

/** What another app has shared with this one. The worker holds it in memory until the page that it opens asks; it is stored nowhere. */
export const handedOver = store<File[]>([])

const MARK = 'shared'

export async function askForHandedOver(): Promise<void> {
  const address = new URL(location.href)
  if (!address.searchParams.has(MARK) || !('serviceWorker' in navigator)) return
  address.searchParams.delete(MARK)
  history.replaceState(history.state, '', address)
  const { active } = await navigator.serviceWorker.ready
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<File[]>) => handedOver.set(data.filter(file => file instanceof File))
  active?.postMessage('handed over', [port2])
}
