import { useQuery } from '@tanstack/react-query'
import { get, post } from '../../../api/call.ts'
import { client } from '../../../api/client.ts'
import { useForm } from '../../../api/form.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, PasswordField } from '../../../ui/field.tsx'
import { messageOf } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { settingsWords } from '../words.ts'
import { securityWords } from './words.ts'

export function PasswordForm() {
  const t = settingsWords.use()
  const s = securityWords.use()
  const link = useQuery({ queryKey: ['oidc-link'], queryFn: ({ signal }) => get('/v1/auth/oidc/link', signal) })
  // Whoever came by the provider has none yet, and sets the first.
  const isFirst = link.data?.has_password === false
  const { submit, busy, error, fields } = useForm<'current' | 'new' | 'end_tokens'>(
    async ({ end_tokens, ...given }, form) => {
      await post('/v1/auth/password', { ...given, end_tokens: end_tokens === 'on' })
      form.reset()
      toast(isFirst ? s.passwordSet : t.changed)
      void client.invalidateQueries({ queryKey: ['oidc-link'] })
      void client.invalidateQueries({ queryKey: ['sessions'] })
      void client.invalidateQueries({ queryKey: ['tokens'] })
    },
  )
  return (
    <form onSubmit={submit} noValidate className="flex max-w-sm flex-col gap-4">
      {isFirst ? (
        <p className="text-sm text-ink-soft">{s.noPassword}</p>
      ) : (
        <PasswordField
          name="current"
          label={t.current}
          autoComplete="current-password"
          error={
            fields.current ?? (error !== undefined && Object.keys(fields).length === 0 ? messageOf(error) : undefined)
          }
        />
      )}
      <PasswordField name="new" label={t.newPassword} hint={t.newHint} autoComplete="new-password" error={fields.new} />
      <Checkbox label={t.endTokens} name="end_tokens" />
      <div>
        <Button type="submit" look="primary" busy={busy}>
          {isFirst ? s.setPassword : t.change}
        </Button>
      </div>
    </form>
  )
}
