import { useQuery } from '@tanstack/react-query'
import { FileText, FolderClosed } from 'lucide-react'
import { useState } from 'react'
import { get } from '../../api/call.ts'
import { formatDate, formatDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { CopyLine } from '../../ui/copy.tsx'
import { Badge, Failed } from '../../ui/states.tsx'
import { type Link, revoke } from './links.ts'
import { shareWords } from './words.ts'

export function LinkRow({ link, named }: { link: Link; named?: boolean }) {
  const t = shareWords.use()
  const [shown, setShown] = useState(false)
  const [asked, setAsked] = useState(false)
  const Icon = link.kind === 'folder' ? FolderClosed : FileText
  return (
    <li className="border-b border-line py-2 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {named && (
          <span className="flex min-w-0 flex-1 items-center gap-3 max-md:basis-full">
            <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />
            <span className="min-w-0 flex-1 truncate text-base">{link.name}</span>
          </span>
        )}
        <span className="figures text-sm text-ink-faint">{t.made(formatDate(link.created_at))}</span>
        {link.expires_at && (
          <span className="figures text-sm text-ink-faint">{t.until(formatDate(link.expires_at))}</span>
        )}
        {link.has_password && <Badge>{t.withPassword}</Badge>}
        {link.can_upload && <Badge look="accent">{t.uploads}</Badge>}
        {!named && <span className="flex-1" />}
        <Button
          look="quiet"
          aria-expanded={shown}
          aria-label={`${t.show} ${link.name}`}
          onClick={() => setShown(!shown)}
        >
          {t.show}
        </Button>
        <Button look="quiet" aria-label={`${t.revoke} ${link.name}`} onClick={() => setAsked(true)}>
          {t.revoke}
        </Button>
      </div>
      {shown && <Shown id={link.id} />}
      {asked && (
        <Confirm
          title={t.revokeTitle}
          text={t.revokeText}
          action={t.revoke}
          run={() => revoke(link)}
          onClose={() => setAsked(false)}
        />
      )}
    </li>
  )
}

/** The link once more, and what was done by it, day by day. */
function Shown({ id }: { id: string }) {
  const t = shareWords.use()
  const { data, error, refetch } = useQuery({
    queryKey: ['link', id],
    queryFn: ({ signal }) => get(`/v1/shares/${id}`, signal),
    staleTime: 0,
  })
  if (error) return <Failed compact error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <div className="flex flex-col gap-2 pt-2">
      {data.url ? <CopyLine label={t.link} text={data.url} /> : <p className="text-sm text-ink-soft">{t.noUrl}</p>}
      {data.diary.length === 0 ? (
        <p className="text-sm text-ink-faint">{t.notUsed}</p>
      ) : (
        <table className="figures w-full max-w-md text-left text-sm">
          <thead className="text-xs text-ink-faint">
            <tr>
              {[t.day, t.opened, t.downloaded, t.uploaded].map(name => (
                <th key={name} scope="col" className="py-1 pr-3 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.diary.slice(0, 30).map(day => (
              <tr key={day.day} className="border-t border-line">
                <td className="py-1 pr-3">{formatDay(new Date(`${day.day}T00:00:00`))}</td>
                <td className="pr-3">{day.opened}</td>
                <td className="pr-3">{day.downloaded}</td>
                <td>{day.uploaded}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
