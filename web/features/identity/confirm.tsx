import { useQuery } from '@tanstack/react-query'
import { Building2, Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { get, post } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { messageOf } from '../../ui/states.tsx'
import { goToProvider } from './arriving.ts'
import { confirming } from './confirming.ts'
import { askPasskey, hasPasskeys } from './passkey.ts'
import { identityWords } from './words.ts'

/** Before what is grave, a session that is not fresh proves once more who holds it. */
export default function ConfirmDialog() {
  const settle = useStore(confirming)
  return settle ? <Asking settle={settle} /> : null
}

function Asking({ settle }: { settle: (done: boolean) => void }) {
  const t = identityWords.use()
  const { email } = useUser()
  const [byCode, setByCode] = useState(false)
  const [given, setGiven] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const ways = useQuery({ queryKey: ['proofs'], queryFn: waysToProve })
  async function prove(proof: () => Promise<object>) {
    setBusy(true)
    setError(undefined)
    try {
      await post('/v1/auth/confirm', await proof())
      settle(true)
    } catch (caught) {
      setError(messageOf(caught))
    }
    setBusy(false)
  }
  const change = { value: given, onChange: (event: { target: { value: string } }) => setGiven(event.target.value) }
  return (
    <Dialog
      title={t.confirmTitle}
      text={byCode ? t.confirmByCode : t.confirmText}
      onClose={() => settle(false)}
      onSubmit={() => void prove(async () => (byCode ? { code: given } : { password: given }))}
      actions={
        <FormActions onCancel={() => settle(false)} busy={busy}>
          {t.confirm}
        </FormActions>
      }
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {byCode ? (
        <TextField
          key="code"
          name="code"
          label={t.appCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          {...change}
          error={error}
        />
      ) : (
        <PasswordField
          key="password"
          name="password"
          label={t.password}
          autoComplete="current-password"
          {...change}
          error={error}
        />
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {ways.data?.passkey && (
          <Button icon={Fingerprint} onClick={() => void prove(async () => ({ passkey: await askPasskey() }))}>
            {t.usePasskey}
          </Button>
        )}
        {ways.data?.provider && (
          <Button icon={Building2} onClick={() => void goToProvider('confirm')}>
            {t.byProvider(ways.data.provider)}
          </Button>
        )}
        {ways.data?.code && (
          <Button
            look="quiet"
            onClick={() => {
              setByCode(!byCode)
              setGiven('')
              setError(undefined)
            }}
          >
            {byCode ? t.usePassword : t.useCode}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

async function waysToProve() {
  const asked = [get('/v1/auth/totp'), get('/v1/auth/passkeys'), get('/v1/auth/oidc/link')] as const
  const [totp, passkeys, link] = await Promise.all(asked)
  return {
    code: totp.on,
    passkey: hasPasskeys() && passkeys.items.length > 0,
    provider: link.linked ? link.name : null,
  }
}
