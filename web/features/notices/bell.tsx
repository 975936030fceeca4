import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { get } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { onEvents } from '../../api/events.ts'
import { lazily } from '../../lib/lazily.ts'
import { IconButton } from '../../ui/button.tsx'
import { noticeWords } from './words.ts'

const Panel = lazily(() => import('./panel.tsx'))

/** They come by themselves, and go with the grant that they were made under. */
const CHANGES = new Set(['notice.created', 'grant.changed', 'comment.created', 'returned'])

/** A dot says that there is news; nothing pops up. */
export function NoticeBell() {
  const t = noticeWords.use()
  const [open, setOpen] = useState(false)
  const { data: unread = 0 } = useQuery({
    queryKey: ['notices', 'unread'],
    queryFn: async ({ signal }) => (await get<'GET /v1/notices'>('/v1/notices?limit=1', signal)).unread,
  })
  useEffect(
    () =>
      onEvents(events => {
        if (events.some(({ type }) => CHANGES.has(type))) void client.invalidateQueries({ queryKey: ['notices'] })
      }),
    [],
  )
  return (
    <>
      <span className="relative inline-flex">
        <IconButton
          icon={Bell}
          label={unread > 0 ? t.unread(unread) : t.title}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
        {unread > 0 && (
          <span aria-hidden className="pointer-events-none absolute top-1 right-1 size-2 rounded-full bg-accent" />
        )}
      </span>
      {open && (
        <Suspense>
          <Panel close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
