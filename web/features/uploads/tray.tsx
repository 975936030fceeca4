import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { get } from '../../api/call.ts'
import { lazily } from '../../lib/lazily.ts'
import { useStore } from '../../lib/store.ts'
import { items, type UploadItem } from './items.ts'
import { recall } from './keep.ts'

const TrayPanel = lazily(() => import('./tray-panel.tsx'))

/** Everything that runs, in one place that never blocks: uploads, and files being read. */
export function Tray() {
  const all = useStore(items)
  const { data: processing } = useQuery({
    queryKey: ['processing'],
    queryFn: ({ signal }) => get('/v1/processing', signal),
    // Events tell when a file was read; this only keeps the estimate fresh.
    refetchInterval: query => ((query.state.data?.pending ?? 0) > 0 ? 5000 : false),
  })
  // What a reload interrupted is looked for once the page has settled.
  useEffect(() => {
    const recover = async () => {
      if ((await recall()).length > 0) await (await import('./recover.ts')).recover()
    }
    const timer = setTimeout(() => void recover().catch(() => {}), 300)
    return () => clearTimeout(timer)
  }, [])
  useCloseWarning(all)
  const pending = processing?.pending ?? 0
  if (all.length === 0 && pending === 0) return null
  return (
    <Suspense>
      <TrayPanel all={all} pending={pending} eta={processing?.eta_seconds} />
    </Suspense>
  )
}

/** Uploads that could not be kept would be lost with the page. */
function useCloseWarning(all: UploadItem[]): void {
  const atRisk = all.some(item => !item.isKept && (item.state === 'sending' || item.state === 'waiting'))
  useEffect(() => {
    if (!atRisk) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [atRisk])
}
