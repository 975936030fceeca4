import { Fingerprint } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiError, post } from '../../api/call.ts'
import type { Schemas } from '../../api/openapi.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Failed } from '../../ui/states.tsx'
import { askPasskey, hasPasskeys } from './passkey.ts'
import { enter } from './session.ts'
import { identityWords } from './words.ts'

export type Challenge = Schemas['SecondFactorFacts']

/** What a refused sign-in goes on with, where it asks for a second step. */
export const challengeOf = (error: unknown): Challenge | undefined =>
  error instanceof ApiError && error.code === 'second_factor' ? (error.facts as unknown as Challenge) : undefined

/** The password was right: now a code, a recovery code or a passkey. */
export function SecondStep({ challenge, methods, onOver }: Challenge & { onOver: (error: unknown) => void }) {
  const t = identityWords.use()
  const [recovery, setRecovery] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function go(proof: () => Promise<object>) {
    setBusy(true)
    setError(undefined)
    try {
      const { user } = await post('/v1/auth/login/second', { challenge, ...(await proof()) })
      await enter(user)
    } catch (caught) {
      if ((caught as ApiError).code === 'challenge_over') onOver(caught)
      setError(caught)
      setBusy(false)
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))
    void go(async () => ({ code }))
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField
        key={String(recovery)}
        name="code"
        label={recovery ? t.recoveryCode : t.appCode}
        hint={recovery ? t.recoveryHint : t.appCodeHint}
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoFocus
        required
      />
      {error !== undefined && <Failed error={error} compact />}
      <Button type="submit" look="primary" busy={busy} className="h-9">
        {t.signIn}
      </Button>
      {methods.includes('passkey') && hasPasskeys() && (
        <Button
          icon={Fingerprint}
          busy={busy}
          className="h-9"
          onClick={() => void go(async () => ({ credential: await askPasskey() }))}
        >
          {t.usePasskey}
        </Button>
      )}
      <button
        type="button"
        className="self-start text-sm text-accent-ink underline"
        onClick={() => setRecovery(!recovery)}
      >
        {recovery ? t.useAppCode : t.useRecovery}
      </button>
    </form>
  )
}
