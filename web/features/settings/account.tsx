import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, get, post, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { useUser } from '../../api/session.ts'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { CopyLine } from '../../ui/copy.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { Badge, Failed, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { settingsWords } from './words.ts'

interface Token {
  id: string
  name: string
  kind: 'session' | 'api'
  prefix: string
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  current: boolean
}

export function AccountSection() {
  const t = settingsWords.use()
  const user = useUser()
  const tokens = useQuery({
    queryKey: ['tokens'],
    queryFn: async ({ signal }) => (await get('/v1/tokens', signal)).items,
  })
  return (
    <>
      <Section title={user.name || user.email} text={user.name ? user.email : undefined}>
        <div>
          <Badge look="accent">{t.role[user.role]}</Badge>
        </div>
      </Section>
      <Section title={t.password}>
        <PasswordForm />
      </Section>
      <Section title={t.tokens} text={t.tokensText}>
        <TokenForm />
        {tokens.error && <Failed compact error={tokens.error} onRetry={() => void tokens.refetch()} />}
        <TokenList items={tokens.data?.filter(token => token.kind === 'api') ?? []} />
      </Section>
      <UnreadFiles />
      <Section title={t.sessions}>
        <TokenList items={tokens.data?.filter(token => token.kind === 'session') ?? []} />
      </Section>
    </>
  )
}

/** Files that could not be read, with one button for all of them. */
function UnreadFiles() {
  const t = settingsWords.use()
  const [busy, setBusy] = useState(false)
  const { data } = useQuery({
    queryKey: ['processing'],
    queryFn: ({ signal }) => get('/v1/processing', signal),
  })
  const failed = data?.failed ?? 0
  if (failed === 0) return null
  async function retry() {
    setBusy(true)
    try {
      const { retried } = await post('/v1/processing/retry-failed')
      toast(t.retried(retried))
    } catch (caught) {
      toast(messageOf(caught))
    }
    void client.invalidateQueries({ queryKey: ['processing'] })
    setBusy(false)
  }
  return (
    <Section title={t.unread} text={t.unreadText(failed)}>
      <div>
        <Button busy={busy} onClick={() => void retry()}>
          {t.retryFailed}
        </Button>
      </div>
    </Section>
  )
}

function PasswordForm() {
  const t = settingsWords.use()
  const [error, setError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setError(undefined)
    try {
      await post('/v1/auth/password', Object.fromEntries(new FormData(form)))
      form.reset()
      toast(t.changed)
      void client.invalidateQueries({ queryKey: ['tokens'] })
    } catch (caught) {
      setError(caught as ApiError)
    }
    setBusy(false)
  }
  const fields = error instanceof ApiError ? error.fields : {}
  return (
    <form onSubmit={submit} noValidate className="flex max-w-sm flex-col gap-4">
      <PasswordField
        name="current"
        label={t.current}
        autoComplete="current-password"
        error={fields.current ?? (error && Object.keys(fields).length === 0 ? messageOf(error) : undefined)}
      />
      <PasswordField name="new" label={t.newPassword} hint={t.newHint} autoComplete="new-password" error={fields.new} />
      <div>
        <Button type="submit" look="primary" busy={busy}>
          {t.change}
        </Button>
      </div>
    </form>
  )
}

function TokenForm() {
  const t = settingsWords.use()
  const [secret, setSecret] = useState<string>()
  const [error, setError] = useState<unknown>()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { name, days } = Object.fromEntries(new FormData(form)) as Record<string, string>
    setError(undefined)
    try {
      const made = await post('/v1/tokens', { name, expires_in_days: days ? Number(days) : null })
      setSecret(made.token)
      form.reset()
      void client.invalidateQueries({ queryKey: ['tokens'] })
    } catch (caught) {
      setError(caught)
    }
  }
  return (
    <>
      <form onSubmit={submit} noValidate className="grid items-start gap-3 md:grid-cols-[1fr_9rem_auto]">
        <TextField name="name" label={t.tokenName} />
        <TextField name="days" label={t.tokenDays} hint={t.tokenDaysHint} type="number" min={1} max={3650} />
        <Button type="submit" className="md:mt-6">
          {t.issue}
        </Button>
      </form>
      {error !== undefined && <Failed compact error={error} />}
      {secret && <CopyLine label={t.tokenOnce} text={secret} />}
    </>
  )
}

function TokenList({ items }: { items: Token[] }) {
  const t = settingsWords.use()
  const revoke = async (token: Token) => {
    try {
      await remove(`/v1/tokens/${token.id}`)
    } catch (error) {
      toast(messageOf(error), { wrong: true })
    }
    void client.invalidateQueries({ queryKey: ['tokens'] })
  }
  if (items.length === 0) return <p className="text-sm text-ink-faint">{t.noTokens}</p>
  return (
    <ul>
      {items.map(token => (
        <li
          key={token.id}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0"
        >
          <span className="min-w-0 flex-1 truncate text-base">
            {token.name || t.began(formatDate(token.created_at))}{' '}
            <span className="font-mono text-sm text-ink-faint">{token.kind === 'api' && token.prefix}</span>
          </span>
          <span className="figures text-sm text-ink-faint">
            {token.last_used_at ? t.used(formatDate(token.last_used_at)) : t.neverUsed}
          </span>
          {token.expires_at && (
            <span className="figures text-sm text-ink-faint">{t.expires(formatDate(token.expires_at))}</span>
          )}
          {token.current ? (
            <Badge look="good">{t.thisOne}</Badge>
          ) : (
            <Button look="quiet" onClick={() => void revoke(token)}>
              {token.kind === 'session' ? t.end : t.revoke}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
