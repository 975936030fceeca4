import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { get, post, remove } from '../../../api/call.ts'
import { client } from '../../../api/client.ts'
import type { Schemas } from '../../../api/openapi.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyLine } from '../../../ui/copy.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useDoing } from '../../../ui/doing.ts'
import { PasswordField, TextField } from '../../../ui/field.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Section } from '../../../ui/section.tsx'
import { Badge, Failed, messageOf } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { securityWords } from './words.ts'

type Begun = Schemas['TotpSecretOut']

const refresh = () => client.invalidateQueries({ queryKey: ['totp'] })

/** A code of an app beside the password. */
export function TwoStep() {
  const t = securityWords.use()
  const state = useQuery({ queryKey: ['totp'], queryFn: ({ signal }) => get('/v1/auth/totp', signal) })
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<string[]>()
  const [leaving, setLeaving] = useState(false)
  const [error, setError] = useState<unknown>()
  const attempt = async (work: () => Promise<void>) => {
    setError(undefined)
    try {
      await work()
    } catch (caught) {
      setError(caught)
    }
  }
  const begin = () => attempt(async () => setBegun(await post('/v1/auth/totp')))
  const renew = () =>
    attempt(async () => {
      setCodes((await post('/v1/auth/totp/recovery-codes')).recovery_codes)
      void refresh()
    })
  const { data } = state
  return (
    <Section title={t.twoStep} text={t.twoStepText}>
      {state.error && <Failed compact error={state.error} onRetry={() => void state.refetch()} />}
      {data?.on && (
        <div className="flex flex-wrap items-center gap-3">
          <Badge look="good">{t.isOn}</Badge>
          <span className="text-sm text-ink-soft">{t.recoveryLeft(data.recovery_codes_left)}</span>
        </div>
      )}
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {begun && !data?.on && (
        <SetUp
          {...begun}
          onDone={made => {
            setBegun(undefined)
            setCodes(made)
            void refresh()
          }}
        />
      )}
      {error !== undefined && <Failed compact error={error} />}
      {data && !begun && (
        <div className="flex flex-wrap gap-2">
          {data.on ? (
            <>
              <Button onClick={() => void renew()}>{t.newRecovery}</Button>
              <Button look="quiet" onClick={() => setLeaving(true)}>
                {t.turnOff}
              </Button>
            </>
          ) : (
            <Button look="primary" onClick={() => void begin()}>
              {t.turnOn}
            </Button>
          )}
        </div>
      )}
      {leaving && <TurnOff onClose={() => setLeaving(false)} />}
    </Section>
  )
}

function SetUp({ secret, otpauth_url, onDone }: Begun & { onDone: (codes: string[]) => void }) {
  const t = securityWords.use()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))
    setBusy(true)
    setError(undefined)
    try {
      const { recovery_codes } = await post('/v1/auth/totp/confirm', { code })
      toast(t.turnedOn)
      onDone(recovery_codes)
    } catch (caught) {
      setError(messageOf(caught))
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-4 rounded border border-line bg-raised p-4">
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={otpauth_url} label={t.scan} />
        <p className="max-w-64 text-sm text-ink-soft">{t.scan}</p>
      </div>
      <CopyLine label={t.secret} text={secret} />
      <form onSubmit={submit} noValidate className="grid max-w-sm items-start gap-3 sm:grid-cols-[1fr_auto]">
        <TextField
          name="code"
          label={t.code}
          hint={t.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={error}
        />
        <Button type="submit" look="primary" busy={busy} className="sm:mt-6">
          {t.confirm}
        </Button>
      </form>
    </div>
  )
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const t = securityWords.use()
  const [password, setPassword] = useState('')
  const { busy, error, act } = useDoing(onClose)
  const turnOff = async () => {
    await remove('/v1/auth/totp', { password })
    toast(t.turnedOff)
    void refresh()
  }
  return (
    <Dialog
      title={t.turnOffTitle}
      text={t.turnOffText}
      onClose={onClose}
      onSubmit={() => void act(turnOff)}
      actions={
        <FormActions onCancel={onClose} look="wrong" busy={busy}>
          {t.turnOff}
        </FormActions>
      }
    >
      <PasswordField
        name="password"
        label={t.password}
        autoComplete="current-password"
        value={password}
        onChange={event => setPassword(event.target.value)}
        error={error === undefined ? undefined : messageOf(error)}
      />
    </Dialog>
  )
}
