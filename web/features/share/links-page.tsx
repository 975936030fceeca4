import { Link2 } from 'lucide-react'
import { Empty, Failed } from '../../ui/states.tsx'
import { LinkRow } from './link-row.tsx'
import { useLinks } from './links.ts'
import { shareWords } from './words.ts'

export function LinksPage() {
  const t = shareWords.use()
  const links = useLinks()
  return (
    <main className="flex h-full flex-col">
      <header className="flex h-14 shrink-0 items-center px-4">
        <h1 className="text-xl font-semibold tracking-tight">{t.links}</h1>
      </header>
      <div className="min-h-0 flex-1 overflow-auto px-4">
        {links.error && <Failed error={links.error} onRetry={() => void links.refetch()} />}
        {links.data?.length === 0 && <Empty icon={Link2} title={t.noLinks} text={t.noLinksText} />}
        <ul className="max-w-4xl">
          {links.data?.map(link => (
            <LinkRow key={link.id} link={link} named />
          ))}
        </ul>
      </div>
    </main>
  )
}
