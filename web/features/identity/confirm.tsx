import { useState } from 'react'
import { post } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { messageOf } from '../../ui/states.tsx'
import { uiWords } from '../../ui/words.ts'
import { confirming } from './confirming.ts'
import { identityWords } from './words.ts'

/** Before what is grave, a session that is not fresh proves once more who holds it. */
export default function ConfirmDialog() {
  const t = identityWords.use()
  const u = uiWords.use()
  const { email } = useUser()
  const settle = useStore(confirming)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  if (!settle) return null
  async function prove() {
    setBusy(true)
    setError(undefined)
    try {
      await post('/v1/auth/confirm', { password })
      settle?.(true)
    } catch (caught) {
      setError(messageOf(caught))
    }
    setBusy(false)
  }
  return (
    <Dialog
      title={t.confirmTitle}
      text={t.confirmText}
      onClose={() => settle(false)}
      onSubmit={() => void prove()}
      actions={
        <>
          <Button onClick={() => settle(false)}>{u.cancel}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {t.confirm}
          </Button>
        </>
      }
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        name="password"
        label={t.password}
        autoComplete="current-password"
        value={password}
        onChange={event => setPassword(event.target.value)}
        error={error}
      />
    </Dialog>
  )
}
