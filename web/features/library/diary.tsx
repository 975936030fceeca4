import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { get } from '../../api/call.ts'
import { formatMoment } from '../../lib/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Bone, Failed } from '../../ui/states.tsx'
import { diaryWords } from './diary-words.ts'

const PAGE = 20

/** Who did what in a folder that is open to others. */
export function DiaryButton({ folderId }: { folderId: string }) {
  const t = diaryWords.use()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton icon={History} label={t.title} onClick={() => setOpen(true)} />
      {open && (
        <Dialog title={t.title} onClose={() => setOpen(false)}>
          <Diary folderId={folderId} />
        </Dialog>
      )}
    </>
  )
}

function Diary({ folderId }: { folderId: string }) {
  const t = diaryWords.use()
  const pages = useInfiniteQuery({
    queryKey: ['diary', folderId],
    queryFn: ({ signal, pageParam }) =>
      get(`/v1/collections/${folderId}/diary?limit=${PAGE}${pageParam && `&cursor=${pageParam}`}`, signal),
    initialPageParam: '',
    getNextPageParam: page => page.next_cursor,
  })
  if (pages.error) return <Failed compact error={pages.error} onRetry={() => void pages.refetch()} />
  if (!pages.data) return <Bone className="h-24 w-full" />
  const entries = pages.data.pages.flatMap(page => page.items)
  if (entries.length === 0) return <p className="text-sm text-ink-soft">{t.none}</p>
  return (
    <>
      <ul className="flex flex-col gap-3 pb-5 text-sm">
        {entries.map(entry => (
          <li key={entry.id} className="[overflow-wrap:anywhere]">
            <p>
              <span className="font-medium">{entry.person ?? t.somebody}</span>
              {t.by}
              {t.deeds[entry.what]?.(entry.name ?? entry.to_name ?? '', entry.before ?? '')}
            </p>
            <p className="figures text-xs text-ink-faint">{formatMoment(entry.created_at)}</p>
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button className="mb-5 self-start" onClick={() => void pages.fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </>
  )
}
