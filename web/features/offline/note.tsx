import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { offlineWords } from './words.ts'

function follow(changed: () => void): () => void {
  for (const name of ['online', 'offline']) window.addEventListener(name, changed)
  return () => {
    for (const name of ['online', 'offline']) window.removeEventListener(name, changed)
  }
}

/** Says plainly that the connection is gone, and what is left. */
export function OfflineNote() {
  const t = offlineWords.use()
  const online = useSyncExternalStore(follow, () => navigator.onLine)
  if (online) return null
  return (
    <p
      role="status"
      className="flex shrink-0 items-center justify-center gap-2 bg-careful-soft px-4 py-1.5 text-sm text-careful"
    >
      <WifiOff aria-hidden className="size-4 shrink-0" /> {t.away}
    </p>
  )
}
