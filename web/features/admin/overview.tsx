import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive, CircleAlert, CircleCheck, CircleMinus, Cog, type LucideIcon, Users } from 'lucide-react'
import { ApiError, get } from '../../api/call.ts'
import type { Schemas } from '../../api/openapi.ts'
import { formatMoment, formatSize } from '../../lib/format.ts'
import { Section } from '../../ui/section.tsx'
import { Bone, Failed } from '../../ui/states.tsx'
import { useUsage } from './usage.ts'
import { adminWords } from './words.ts'

/** The front door: how it goes, and where each part of it is looked after. */
export function Overview() {
  const t = adminWords.use()
  const users = useQuery({
    queryKey: ['users'],
    queryFn: async ({ signal }) => (await get('/v1/admin/users', signal)).items,
  }).data
  const { data: usage, error, refetch } = useUsage()
  const jobs = useQuery({ queryKey: ['jobs'], queryFn: ({ signal }) => get('/v1/admin/jobs', signal) }).data
  const backups = useQuery({ queryKey: ['backups'], queryFn: ({ signal }) => get('/v1/admin/backups', signal) }).data
  const sum = (of: 'running' | 'waiting') => jobs?.queues.reduce((total, queue) => total + queue[of], 0) ?? 0
  const last = backups?.items.find(({ state }) => state === 'done')
  if (error && !usage) return <Failed error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className="grid gap-3 py-2 md:grid-cols-3">
        <Card
          to="/admin/users"
          icon={Users}
          title={t.sections.users}
          lines={
            users &&
            usage && [t.usersCount(users.length), t.stored(formatSize(usage.storage_bytes)), t.links(usage.links)]
          }
        />
        <Card
          to="/admin/jobs"
          icon={Cog}
          title={t.sections.jobs}
          lines={
            jobs && [
              t.jobsNow(sum('running'), sum('waiting')),
              jobs.dead.length > 0 ? t.givenUp(jobs.dead.length) : t.nothingGivenUp,
            ]
          }
        />
        <Card
          to="/admin/backups"
          icon={Archive}
          title={t.sections.backups}
          lines={backups && [last ? t.lastBackup(formatMoment(last.started_at)) : t.noBackups]}
        />
      </div>
      <Health />
    </>
  )
}

interface CardProps {
  to: string
  icon: LucideIcon
  title: string
  lines: string[] | undefined
}

function Card({ to, icon: Icon, title, lines }: CardProps) {
  return (
    <Link
      to={to}
      className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-4 no-underline hover:border-line-strong"
    >
      <span className="mb-1 flex items-center gap-2 font-medium">
        <Icon aria-hidden className="size-4 text-ink-faint" /> {title}
      </span>
      {lines ? (
        lines.map(line => (
          <span key={line} className="figures text-sm text-ink-soft">
            {line}
          </span>
        ))
      ) : (
        <Bone className="h-3.5 w-2/3" />
      )}
    </Link>
  )
}

type Checked = Schemas['DeepHealth']['checks'][number]

/** What does not work answers with another status, and says the same. */
async function askHealth(signal: AbortSignal): Promise<Checked[]> {
  try {
    return (await get('/health/deep', signal)).checks
  } catch (error) {
    if (error instanceof ApiError && Array.isArray(error.facts.checks)) return error.facts.checks as Checked[]
    throw error
  }
}

function Health() {
  const t = adminWords.use()
  const { data, error, refetch } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => askHealth(signal),
    retry: false,
    refetchInterval: 15_000,
  })
  if (error && !data) return <Failed compact error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const wrong = data.filter(({ ok }) => !ok)
  return (
    <Section title={t.health} text={wrong.length === 0 ? t.healthy : t.unhealthy(wrong.length)}>
      <ul className="grid gap-x-8 md:grid-cols-2">
        {[...wrong, ...data.filter(({ ok }) => ok)].map(({ name, ok, detail, configured }) => (
          <li key={name} className="flex items-start gap-2.5 border-b border-line py-2 text-sm">
            {!configured ? (
              <CircleMinus aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />
            ) : ok ? (
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
            ) : (
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-wrong" />
            )}
            <span className="min-w-0 flex-1">
              {t.checks[name] ?? name}
              {!ok && <span className="block [overflow-wrap:anywhere] text-wrong">{detail}</span>}
            </span>
            <span className="text-ink-faint">{!configured ? t.notSetUp : ok ? t.works : t.fails}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
