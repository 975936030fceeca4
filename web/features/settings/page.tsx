import { useParams } from '@tanstack/react-router'
import { lazily } from '../../lib/lazily.ts'
import { TabbedPage } from '../../ui/tabbed-page.tsx'
import { loadAppsSection } from '../apps/index.ts'
import { loadAssistantSection } from '../assistant/index.ts'
import { loadConnectionsSection } from '../connections/index.ts'
import { loadVoicesSection } from '../recordings/index.ts'
import { loadUsageSection } from '../usage/index.ts'
import { AccountSection } from './account.tsx'
import { PreferencesSection } from './preferences.tsx'
import { settingsWords } from './words.ts'

const Usage = lazily(loadUsageSection)
const Integrations = lazily(loadConnectionsSection)
const Voices = lazily(loadVoicesSection)
const Assistant = lazily(loadAssistantSection)
const Security = lazily(() => import('./security/section.tsx'))
const Apps = lazily(loadAppsSection)
const Abilities = lazily(() => import('./abilities.tsx'))
const Devices = lazily(() => import('./devices.tsx'))

const SECTIONS = {
  account: AccountSection,
  security: Security,
  preferences: PreferencesSection,
  devices: Devices,
  apps: Apps,
  assistant: Assistant,
  voices: Voices,
  usage: Usage,
  integrations: Integrations,
  abilities: Abilities,
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
