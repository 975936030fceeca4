import { useInfiniteQuery } from '@tanstack/react-query'
import { get } from '../../api/call.ts'
import { formatMoment } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/states.tsx'
import { diaryWords } from './diary-words.ts'

const PAGE = 20

/** Who did what in a folder that is open to others; nothing where nobody did anything. */
export function Diary({ folderId }: { folderId: string }) {
  const t = diaryWords.use()
  const pages = useInfiniteQuery({
    queryKey: ['diary', folderId],
    queryFn: ({ signal, pageParam }) =>
      get(`/v1/collections/${folderId}/diary?limit=${PAGE}${pageParam && `&cursor=${pageParam}`}`, signal),
    initialPageParam: '',
    getNextPageParam: page => page.next_cursor,
  })
  const entries = pages.data?.pages.flatMap(page => page.items) ?? []
  if (pages.error) return <Failed compact error={pages.error} onRetry={() => void pages.refetch()} />
  if (entries.length === 0) return null
  return (
    <section aria-label={t.title} className="flex flex-col gap-2 border-t border-line pt-3">
      <h3 className="text-xs font-medium text-ink-faint">{t.title}</h3>
      <ul className="flex flex-col gap-2 text-sm">
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
        <Button className="self-start" onClick={() => void pages.fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </section>
  )
}
