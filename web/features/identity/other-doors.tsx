import { useQuery } from '@tanstack/react-query'
import { Building2, Fingerprint } from 'lucide-react'
import { useEffect, useState } from 'react'
import { get, post } from '../../api/call.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Failed, Notice } from '../../ui/states.tsx'
import { arriving, startAtProvider } from './arriving.ts'
import { outcomeWords } from './outcomes.ts'
import { askPasskey, hasPasskeys } from './passkey.ts'
import { type Challenge, challengeOf } from './second.tsx'
import { enter } from './session.ts'
import { identityWords } from './words.ts'

export const useMethods = () =>
  useQuery({ queryKey: ['methods'], queryFn: ({ signal }) => get('/v1/auth/methods', signal) }).data

/** Ways in beside the password. */
export function OtherDoors({ onForgot }: { onForgot: () => void }) {
  const t = identityWords.use()
  const [error, setError] = useState<unknown>()
  const methods = useMethods()
  async function byPasskey() {
    setError(undefined)
    try {
      const { user } = await post('/v1/auth/login/passkey', await askPasskey())
      await enter(user)
    } catch (caught) {
      setError(caught)
    }
  }
  return (
    <div className="mt-4 flex flex-col gap-3">
      {methods?.oidc && (
        <Button
          icon={Building2}
          look={methods.password ? 'plain' : 'primary'}
          className="h-9"
          onClick={() => startAtProvider()}
        >
          {t.providerSignIn(methods.oidc.name)}
        </Button>
      )}
      {methods?.passkey && hasPasskeys() && (
        <Button icon={Fingerprint} className="h-9" onClick={() => void byPasskey()}>
          {t.passkeySignIn}
        </Button>
      )}
      {error !== undefined && <Failed error={error} compact />}
      {methods?.password !== false && (
        <button type="button" className="self-start text-sm text-accent-ink underline" onClick={onForgot}>
          {t.forgot}
        </button>
      )}
    </div>
  )
}

/** How a way round by the provider ended; a link of the operator signs in by itself. */
export function Arrival({ onSecond }: { onSecond: (challenge: Challenge) => void }) {
  const t = outcomeWords.use()
  const { oidc, enter: token } = useStore(arriving)
  const methods = useMethods()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    if (!token) return
    arriving.set({})
    post('/v1/auth/login/link', { token }).then(
      ({ user }) => enter(user),
      caught => {
        const challenge = challengeOf(caught)
        if (challenge) onSecond(challenge)
        else setError(caught)
      },
    )
  }, [token, onSecond])
  if (error !== undefined) return <Failed error={error} compact />
  if (!oidc) return null
  const code = oidc === 'link_needed' && methods?.password === false ? 'link_waits' : oidc
  return (
    <div role="status" className="mb-4">
      <Notice look={code === 'link_needed' || code === 'linked' ? 'accent' : 'wrong'}>
        {t[code as keyof typeof t] ?? t.other}
      </Notice>
    </div>
  )
}
