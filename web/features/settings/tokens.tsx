import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { get, post, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Schemas } from '../../api/openapi.ts'
import { formatDate } from '../../lib/format.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyLine } from '../../ui/copy.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { Failed, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { settingsWords } from './words.ts'

type Scope = NonNullable<Schemas['TokenOut']['scopes']>[number]

const SCOPES = [
  'read',
  'write',
  'delete',
  'share',
  'ask',
  'agent',
  'calendar',
  'files',
  'account',
] as const satisfies Scope[]

type Token = Schemas['TokenOut']

export function Tokens() {
  const t = settingsWords.use()
  const tokens = useQuery({
    queryKey: ['tokens'],
    queryFn: async ({ signal }) => (await get('/v1/tokens', signal)).items,
  })
  return (
    <Section title={t.tokens} text={t.tokensText}>
      <TokenForm />
      {tokens.error && <Failed compact error={tokens.error} onRetry={() => void tokens.refetch()} />}
      <TokenList items={tokens.data?.filter(token => token.kind === 'api') ?? []} />
    </Section>
  )
}

function TokenForm() {
  const t = settingsWords.use()
  const [secret, setSecret] = useState<string>()
  const [limited, setLimited] = useState(false)
  const [error, setError] = useState<unknown>()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const [name, days] = [String(data.get('name')), String(data.get('days'))]
    const scopes = data.getAll('scope') as Scope[]
    setError(undefined)
    try {
      const made = await post('/v1/tokens', {
        name,
        expires_in_days: days ? Number(days) : null,
        scopes: limited ? scopes : null,
      })
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
        <div className="flex flex-col gap-2 md:col-span-3">
          <Checkbox label={t.limitToken} checked={limited} onChange={event => setLimited(event.target.checked)} />
          {limited && <ScopeChoice />}
        </div>
      </form>
      {error !== undefined && <Failed compact error={error} />}
      {secret && <CopyLine label={t.tokenOnce} text={secret} />}
    </>
  )
}

function ScopeChoice() {
  const t = settingsWords.use()
  return (
    <fieldset className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <legend className="sr-only">{t.mayDo}</legend>
      {SCOPES.map(scope => (
        <Checkbox key={scope} label={t.scopes[scope]} name="scope" value={scope} defaultChecked={scope === 'read'} />
      ))}
    </fieldset>
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
          <span className="min-w-40 flex-1">
            <span className="block truncate text-base">
              {token.name} <span className="font-mono text-sm text-ink-faint">{token.prefix}</span>
            </span>
            <span className="block text-sm text-ink-faint">
              {token.scopes ? token.scopes.map(scope => t.scopes[scope]).join(', ') : t.allScopes}
            </span>
          </span>
          <span className="figures text-sm text-ink-faint">
            {token.last_used_at ? t.used(formatDate(token.last_used_at)) : t.neverUsed}
          </span>
          {token.expires_at && (
            <span className="figures text-sm text-ink-faint">{t.expires(formatDate(token.expires_at))}</span>
          )}
          <AskFirst title={`${t.revoke}: ${token.name}?`} action={t.revoke} run={() => revoke(token)}>
            {ask => (
              <Button look="quiet" onClick={ask}>
                {t.revoke}
              </Button>
            )}
          </AskFirst>
        </li>
      ))}
    </ul>
  )
}
