import { Link } from '@tanstack/react-router'
import { FolderClosed, Users } from 'lucide-react'
import { granteeName, type OpenFolder, useOpen } from '../../files/open-to.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Badge, Empty, Failed } from '../../ui/states.tsx'
import { LinkRow } from './link-row.tsx'
import { useLinks } from './links.ts'
import { takeBack } from './people.tsx'
import { shareWords } from './words.ts'

/** All that is open to others, people and links, and the place to close it. */
export function LinksPage() {
  const t = shareWords.use()
  const links = useLinks()
  const open = useOpen()
  const error = links.error ?? open.error
  return (
    <main className="flex h-full flex-col">
      <header className="flex h-14 shrink-0 items-center px-4">
        <h1 className="text-xl font-semibold tracking-tight">{t.sharing}</h1>
      </header>
      <div className="min-h-0 flex-1 overflow-auto px-4">
        {error && <Failed error={error} onRetry={() => void Promise.all([links.refetch(), open.refetch()])} />}
        {links.data?.length === 0 && open.data?.length === 0 && (
          <Empty icon={Users} title={t.noLinks} text={t.noLinksText} />
        )}
        <div className="max-w-4xl">
          {open.data && open.data.length > 0 && (
            <Section title={t.people} text={t.openText}>
              <ul>
                {open.data.map(grant => (
                  <OpenRow key={grant.id} grant={grant} />
                ))}
              </ul>
            </Section>
          )}
          {links.data && links.data.length > 0 && (
            <Section title={t.links} text={t.text}>
              <ul>
                {links.data.map(link => (
                  <LinkRow key={link.id} link={link} named />
                ))}
              </ul>
            </Section>
          )}
        </div>
      </div>
    </main>
  )
}

function OpenRow({ grant }: { grant: OpenFolder }) {
  const t = shareWords.use()
  const name = granteeName(grant)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0">
      <FolderClosed aria-hidden className="size-4 shrink-0 text-ink-faint" />
      <Link
        to="/folders/$folderId"
        params={{ folderId: grant.collection_id }}
        className="min-w-32 flex-1 truncate text-base"
      >
        {grant.name}
      </Link>
      <span className="min-w-32 flex-1 truncate text-base">
        {name} {grant.group && <Badge>{t.group}</Badge>}
      </span>
      <span className="text-sm text-ink-faint">{t.roles[grant.role]}</span>
      <Button
        look="quiet"
        aria-label={t.closeTo(grant.name, name)}
        onClick={() => void takeBack(grant.collection_id, grant)}
      >
        {t.takeBack}
      </Button>
    </li>
  )
}
