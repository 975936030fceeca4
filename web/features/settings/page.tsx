import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { AccountSection } from './account.tsx'
import { PreferencesSection } from './preferences.tsx'
import { settingsWords } from './words.ts'

const Usage = lazy(() => import('../usage/section.tsx'))
const Integrations = lazy(() => import('../connections/section.tsx'))

const SECTIONS = ['account', 'preferences', 'usage', 'integrations'] as const

export function SettingsPage() {
  const t = settingsWords.use()
  const { section = 'account' } = useParams({ strict: false })
  return (
    <main className="h-full overflow-auto">
      <div className="mx-auto max-w-3xl px-4 py-6 md:px-8">
        <h1 className="text-2xl font-semibold tracking-tight">{t.title}</h1>
        <nav className="-mx-1 my-4 flex gap-1 overflow-x-auto border-b border-line px-1">
          {SECTIONS.map(name => (
            <Link
              key={name}
              to="/settings/$section"
              params={{ section: name }}
              aria-current={section === name ? 'page' : undefined}
              className="touchable -mb-px flex h-9 items-center border-b-2 border-transparent px-3 text-sm whitespace-nowrap text-ink-soft no-underline hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
            >
              {t.sections[name]}
            </Link>
          ))}
        </nav>
        <Suspense>
          {section === 'preferences' ? (
            <PreferencesSection />
          ) : section === 'usage' ? (
            <Usage />
          ) : section === 'integrations' ? (
            <Integrations />
          ) : (
            <AccountSection />
          )}
        </Suspense>
      </div>
    </main>
  )
}
