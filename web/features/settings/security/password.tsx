import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, get, post } from '../../../api/call.ts'
import { client } from '../../../api/client.ts'
import { valuesOf } from '../../../lib/form.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/field.tsx'
import { messageOf } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { settingsWords } from '../words.ts'
import { securityWords } from './words.ts'

export function PasswordForm() {
  const t = settingsWords.use()
  const s = securityWords.use()
  const [error, setError] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  const link = useQuery({ queryKey: ['oidc-link'], queryFn: ({ signal }) => get('/v1/auth/oidc/link', signal) })
  // Whoever came by the provider has none yet, and sets the first.
  const isFirst = link.data?.has_password === false
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setError(undefined)
    try {
      const { end_tokens, ...given } = valuesOf<'current' | 'new' | 'end_tokens'>(form)
      await post('/v1/auth/password', { ...given, end_tokens: end_tokens === 'on' })
      form.reset()
      toast(isFirst ? s.passwordSet : t.changed)
      void client.invalidateQueries({ queryKey: ['oidc-link'] })
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
      {isFirst ? (
        <p className="text-sm text-ink-soft">{s.noPassword}</p>
      ) : (
        <PasswordField
          name="current"
          label={t.current}
          autoComplete="current-password"
          error={fields.current ?? (error && Object.keys(fields).length === 0 ? messageOf(error) : undefined)}
        />
      )}
      <PasswordField name="new" label={t.newPassword} hint={t.newHint} autoComplete="new-password" error={fields.new} />
      <label className="touchable flex items-center gap-2 text-sm">
        <input type="checkbox" name="end_tokens" className="size-4 accent-accent" />
        {t.endTokens}
      </label>
      <div>
        <Button type="submit" look="primary" busy={busy}>
          {isFirst ? s.setPassword : t.change}
        </Button>
      </div>
    </form>
  )
}
