import { useState } from 'react'
import { patch } from '../../api/call.ts'
import { useForm } from '../../api/form.ts'
import { session, useUser } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { Failed } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { settingsWords } from './words.ts'

/** Name and e-mail. Whoever has the e-mail can have a new password sent to it, so another one needs the password. */
export function ProfileForm() {
  const t = settingsWords.use()
  const user = useUser()
  const [email, setEmail] = useState(user.email)
  const isNew = email.trim().toLowerCase() !== user.email
  const { submit, busy, error, fields } = useForm<'name' | 'current'>(async ({ name, current }) => {
    const changed = await patch('/v1/auth/me', { name, ...(isNew ? { email, current } : {}) })
    session.set(now => now && { ...now, user: changed })
    toast(t.saved)
  })
  return (
    <form onSubmit={submit} noValidate className="flex max-w-sm flex-col gap-4">
      <TextField name="name" label={t.name} defaultValue={user.name} autoComplete="name" error={fields.name} />
      <TextField
        name="email"
        type="email"
        label={t.email}
        value={email}
        onChange={event => setEmail(event.target.value)}
        autoComplete="email"
        error={fields.email}
      />
      {isNew && (
        <PasswordField
          name="current"
          label={t.passwordForEmail}
          hint={t.passwordForEmailHint}
          autoComplete="current-password"
          error={fields.current}
        />
      )}
      {error !== undefined && Object.keys(fields).length === 0 && <Failed compact error={error} />}
      <div>
        <Button type="submit" busy={busy}>
          {t.save}
        </Button>
      </div>
    </form>
  )
}
