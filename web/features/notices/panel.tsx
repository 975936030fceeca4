import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { get, post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { formatMoment } from '../../lib/format.ts'
import { goTo } from '../../lib/go.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Bone, Failed } from '../../ui/states.tsx'
import { noticeWords } from './words.ts'

const PAGE = 20
/** So many are marked by one call; those further up were when they were shown. */
const MOST_AT_ONCE = 200

/** What was seen here is read; what was new stays marked until it is closed. */
export default function Panel({ close }: { close: () => void }) {
  const t = noticeWords.use()
  const pages = useInfiniteQuery({
    queryKey: ['notices', 'list'],
    queryFn: ({ signal, pageParam }) =>
      get<'GET /v1/notices'>(`/v1/notices?limit=${PAGE}${pageParam && `&cursor=${pageParam}`}`, signal),
    initialPageParam: '',
    getNextPageParam: page => page.next_cursor,
  })
  const items = pages.data?.pages.flatMap(page => page.items)
  const unread = items?.flatMap(({ id, is_read }) => (is_read ? [] : [id])).join(' ')
  useEffect(() => {
    if (!unread) return
    post('/v1/notices/read', { ids: unread.split(' ').slice(-MOST_AT_ONCE) }).then(
      () => client.invalidateQueries({ queryKey: ['notices', 'unread'] }),
      () => {},
    )
  }, [unread])
  const follow = (path: string) => {
    close()
    goTo(path)
  }
  return (
    <Dialog
      title={t.title}
      onClose={close}
      actions={<Button onClick={() => follow('/settings/preferences')}>{t.settings}</Button>}
    >
      {pages.error && !items && <Failed compact error={pages.error} onRetry={() => void pages.refetch()} />}
      {!items && !pages.error && <Bone className="h-24 w-full" />}
      {items?.length === 0 && <p className="pb-3 text-base text-ink-soft">{t.none}</p>}
      <ul className="-mx-2 flex flex-col pb-3">
        {items?.map(notice => (
          <li key={notice.id}>
            <button
              type="button"
              className="touchable flex w-full items-start gap-2 rounded px-2 py-2 text-left text-sm hover:bg-hover"
              onClick={() =>
                follow(notice.object_id ? `/objects/${notice.object_id}` : `/folders/${notice.collection_id}`)
              }
            >
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <span className="font-medium">{notice.person ?? t.somebody}</span>{' '}
                {t.kinds[notice.kind](notice.filename ?? notice.folder ?? '')}
                <span className="figures block text-xs text-ink-faint">{formatMoment(notice.created_at)}</span>
              </span>
              {!notice.is_read && (
                <span role="img" aria-label={t.isNew} className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />
              )}
            </button>
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button className="mb-3" onClick={() => void pages.fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </Dialog>
  )
}
