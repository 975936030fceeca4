import { useState } from 'react'
import { post } from '../../api/call.ts'
import { useForm } from '../../api/form.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { Failed, Notice } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { resetting } from './resetting.ts'
import { identityWords } from './words.ts'

/** Asking for a link. What is said afterwards is the same for every address. */
export function Forgotten({ onCode }: { onCode: () => void }) {
  const t = identityWords.use()
  const [sent, setSent] = useState(false)
  const { submit, busy, error } = useForm<'email'>(async ({ email }) => {
    await post('/v1/auth/forgot', { email })
    setSent(true)
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField name="email" type="email" label={t.email} autoComplete="username" autoFocus required />
      {error !== undefined && <Failed error={error} compact />}
      {sent && <Notice>{t.forgotSent}</Notice>}
      <Button type="submit" look="primary" busy={busy} className="h-9">
        {t.forgotSend}
      </Button>
      <button type="button" className="self-start text-sm text-accent-ink underline" onClick={onCode}>
        {t.haveCode}
      </button>
    </form>
  )
}

/** A new password by the secret of a link. */
export function NewPassword({ onDone }: { onDone: () => void }) {
  const t = identityWords.use()
  const token = useStore(resetting)
  const { submit, busy, error, fields } = useForm<'password' | 'token'>(async given => {
    await post('/v1/auth/reset', { token: token || given.token?.trim(), password: given.password })
    toast(t.resetDone)
    onDone()
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {!token && <TextField name="token" label={t.code} autoComplete="off" required error={fields.token} />}
      <PasswordField
        name="password"
        label={t.newPassword}
        hint={t.passwordHint}
        autoComplete="new-password"
        autoFocus
        required
        error={fields.password}
      />
      {error !== undefined && Object.keys(fields).length === 0 && <Failed error={error} compact />}
      <Button type="submit" look="primary" busy={busy} className="h-9">
        {t.resetSet}
      </Button>
    </form>
  )
}
