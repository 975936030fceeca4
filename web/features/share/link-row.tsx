import { FileText, FolderClosed } from 'lucide-react'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/states.tsx'
import { type Link, revoke } from './links.ts'
import { shareWords } from './words.ts'

export function LinkRow({ link, named }: { link: Link; named?: boolean }) {
  const t = shareWords.use()
  const Icon = link.kind === 'folder' ? FolderClosed : FileText
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0">
      {named && <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />}
      {named && <span className="min-w-0 flex-1 truncate text-base">{link.name}</span>}
      <span className="figures text-sm text-ink-faint">{t.made(formatDate(link.created_at))}</span>
      {link.expires_at && (
        <span className="figures text-sm text-ink-faint">{t.until(formatDate(link.expires_at))}</span>
      )}
      {link.has_password && <Badge>{t.withPassword}</Badge>}
      {link.can_upload && <Badge look="accent">{t.uploads}</Badge>}
      {!named && <span className="flex-1" />}
      <Button look="quiet" aria-label={`${t.revoke} ${link.name}`} onClick={() => void revoke(link)}>
        {t.revoke}
      </Button>
    </li>
  )
}
