import { useQuery } from '@tanstack/react-query'
import { get, remove } from '../../../api/call.ts'
import { client } from '../../../api/client.ts'
import { useForm } from '../../../api/form.ts'
import { formatDate } from '../../../lib/format.ts'
import { AskFirst } from '../../../ui/ask-first.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Section } from '../../../ui/section.tsx'
import { Failed, messageOf } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { hasPasskeys, makePasskey } from '../../identity/parts.ts'
import { securityWords } from './words.ts'

const refresh = () => client.invalidateQueries({ queryKey: ['passkeys'] })

export function Passkeys() {
  const t = securityWords.use()
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: async ({ signal }) => (await get('/v1/auth/passkeys', signal)).items,
  })
  const drop = async (id: string) => {
    try {
      await remove(`/v1/auth/passkeys/${id}`)
    } catch (error) {
      toast(messageOf(error), { wrong: true })
    }
    void refresh()
  }
  return (
    <Section title={t.passkeys} text={t.passkeysText}>
      {passkeys.error && <Failed compact error={passkeys.error} onRetry={() => void passkeys.refetch()} />}
      {passkeys.data?.length === 0 && <p className="text-sm text-ink-faint">{t.noPasskeys}</p>}
      <ul>
        {passkeys.data?.map(({ id, name, synced, created_at, last_used_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0">
            <span className="min-w-40 flex-1">
              <span className="block truncate text-base">{name || t.unnamed}</span>
              <span className="figures block truncate text-sm text-ink-faint">
                {[
                  last_used_at ? t.used(formatDate(last_used_at)) : t.added(formatDate(created_at)),
                  synced ? t.synced : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <AskFirst
              title={`${t.remove}: ${name || t.unnamed}?`}
              text={t.removeText}
              action={t.remove}
              run={() => drop(id)}
            >
              {ask => (
                <Button look="quiet" aria-label={`${t.remove}: ${name || t.unnamed}`} onClick={ask}>
                  {t.remove}
                </Button>
              )}
            </AskFirst>
          </li>
        ))}
      </ul>
      {hasPasskeys() ? <NewPasskey /> : <p className="text-sm text-ink-soft">{t.noPasskeysHere}</p>}
    </Section>
  )
}

function NewPasskey() {
  const t = securityWords.use()
  const { submit, busy, error } = useForm<'name'>(async ({ name }, form) => {
    try {
      await makePasskey(name!)
      form.reset()
      toast(t.passkeyAdded)
    } finally {
      void refresh()
    }
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <div className="grid items-start gap-3 md:grid-cols-[1fr_auto]">
        <TextField name="name" label={t.passkeyName} hint={t.passkeyNameHint} maxLength={100} autoComplete="off" />
        <Button type="submit" busy={busy} className="md:mt-6">
          {t.addPasskey}
        </Button>
      </div>
      {error !== undefined && <Failed compact error={error} />}
    </form>
  )
}
