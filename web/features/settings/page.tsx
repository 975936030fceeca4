import { useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { TabbedPage } from '../../ui/tabbed-page.tsx'
import { AccountSection } from './account.tsx'
import { PreferencesSection } from './preferences.tsx'
import { settingsWords } from './words.ts'

const Usage = lazy(() => import('../usage/section.tsx'))
const Integrations = lazy(() => import('../connections/section.tsx'))
const Voices = lazy(() => import('../recordings/voices.tsx'))
const Assistant = lazy(() => import('../assistant/section.tsx'))

const SECTIONS = {
  account: AccountSection,
  preferences: PreferencesSection,
  assistant: Assistant,
  voices: Voices,
  usage: Usage,
  integrations: Integrations,
}

const names = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]

export function SettingsPage() {
  const t = settingsWords.use()
  const { section } = useParams({ strict: false })
  const current = names.find(name => name === section) ?? 'account'
  const Section = SECTIONS[current]
  return (
    <TabbedPage
      title={t.title}
      base="/settings"
      sections={names.map(name => ({ name, text: t.sections[name] }))}
      current={current}
    >
      <Section />
    </TabbedPage>
  )
}
