import { useParams } from '@tanstack/react-router'
import { TabbedPage } from '../../ui/tabbed-page.tsx'
import { Backups } from './backups.tsx'
import { Groups } from './groups.tsx'
import { Jobs } from './jobs.tsx'
import { Overview } from './overview.tsx'
import { Tariffs } from './tariffs.tsx'
import { Users } from './users.tsx'
import { adminWords } from './words.ts'

const SECTIONS = { overview: Overview, users: Users, groups: Groups, jobs: Jobs, backups: Backups, tariffs: Tariffs }

const names = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]

export function AdminPage() {
  const t = adminWords.use()
  const { section } = useParams({ strict: false })
  const current = names.find(name => name === section) ?? 'overview'
  const Section = SECTIONS[current]
  return (
    <TabbedPage
      title={t.title}
      base="/admin"
      sections={names.map(name => ({ name, text: t.sections[name] }))}
      current={current}
      wide
    >
      <Section />
    </TabbedPage>
  )
}
