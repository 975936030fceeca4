import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Sparkles } from 'lucide-react'
import { get } from '../../api/call.ts'
import { Section } from '../../ui/section.tsx'
import { abilityWords } from './abilities-words.ts'

/** What the service does by itself, and what a language model adds: said plainly, so that nobody expects the wrong thing. */
export default function AbilitiesSection() {
  const t = abilityWords.use()
  const { data } = useQuery({
    queryKey: ['integrations'],
    queryFn: async ({ signal }) => (await get('/v1/integrations', signal)).items,
  })
  const connected = data?.some(({ kind, status }) => kind === 'llm' && status === 'ok')
  return (
    <>
      <Section title={t.without} text={t.withoutText}>
        <List lines={t.alone} icon={Check} />
      </Section>
      <Section title={t.with} text={t.withText}>
        <List lines={t.added} icon={Sparkles} />
        <p className="text-sm text-ink-soft">
          {connected ? t.connected : t.connectHint}{' '}
          <Link to="/settings/$section" params={{ section: 'integrations' }} className="text-accent-ink underline">
            {t.connect}
          </Link>
        </p>
      </Section>
      <Section title={t.never}>
        <p className="text-base text-ink-soft">{t.neverText}</p>
      </Section>
    </>
  )
}

function List({ lines, icon: Icon }: { lines: readonly string[]; icon: typeof Check }) {
  return (
    <ul className="flex flex-col gap-2">
      {lines.map(line => (
        <li key={line} className="flex items-start gap-2.5 text-base">
          <Icon aria-hidden className="mt-1 size-4 shrink-0 text-accent-ink" />
          {line}
        </li>
      ))}
    </ul>
  )
}
