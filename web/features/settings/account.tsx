import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, get, post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { useUser } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { Badge, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Export } from './archive.tsx'
import { Import } from './import.tsx'
import { Leaving } from './leaving.tsx'
import { ProfileForm } from './profile.tsx'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'
import { settingsWords } from './words.ts'

export function AccountSection() {
  const t = settingsWords.use()
  const user = useUser()
  return (
    <>
      <Section title={user.name || user.email} text={user.name ? user.email : undefined}>
        <div>
          <Badge look="accent">{t.role[user.role]}</Badge>
        </div>
        <ProfileForm />
      </Section>
      <Section title={t.password}>
        <PasswordForm />
      </Section>
      <Sessions />
      <Tokens />
      <UnreadFiles />
      <Export />
      <Import />
      <Leaving />
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
      const { end_tokens, ...given } = Object.fromEntries(new FormData(form))
      await post('/v1/auth/password', { ...given, end_tokens: end_tokens === 'on' })
      form.reset()
      toast(t.changed)
      void client.invalidateQueries({ queryKey: ['sessions'] })
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
      <label className="touchable flex items-center gap-2 text-sm">
        <input type="checkbox" name="end_tokens" className="size-4 accent-accent" />
        {t.endTokens}
      </label>
      <div>
        <Button type="submit" look="primary" busy={busy}>
          {t.change}
        </Button>
      </div>
    </form>
  )
}
