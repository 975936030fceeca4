import { Link, useParams } from '@tanstack/react-router'
import { Jobs } from './jobs.tsx'
import { Tariffs } from './tariffs.tsx'
import { Users } from './users.tsx'
import { adminWords } from './words.ts'

const SECTIONS = ['users', 'jobs', 'tariffs'] as const

export function AdminPage() {
  const t = adminWords.use()
  const { section = 'users' } = useParams({ strict: false })
  return (
    <main className="h-full overflow-auto">
      <div className="mx-auto max-w-5xl px-4 py-6 md:px-8">
        <h1 className="text-2xl font-semibold tracking-tight">{t.title}</h1>
        <nav className="my-4 flex gap-1 overflow-x-auto border-b border-line">
          {SECTIONS.map(name => (
            <Link
              key={name}
              to="/admin/$section"
              params={{ section: name }}
              aria-current={section === name ? 'page' : undefined}
              className="touchable -mb-px flex h-9 items-center border-b-2 border-transparent px-3 text-sm whitespace-nowrap text-ink-soft no-underline hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {t.sections[name]}
            </Link>
          ))}
        </nav>
        {section === 'jobs' ? <Jobs /> : section === 'tariffs' ? <Tariffs /> : <Users />}
      </div>
    </main>
  )
}
