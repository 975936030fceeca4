import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { get, post } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/states.tsx'
import { askPasskey, hasPasskeys } from './passkey.ts'
import { enter } from './session.ts'
import { identityWords } from './words.ts'

/** Ways in beside the password. */
export function OtherDoors({ onForgot }: { onForgot: () => void }) {
  const t = identityWords.use()
  const [error, setError] = useState<unknown>()
  const { data } = useQuery({ queryKey: ['methods'], queryFn: ({ signal }) => get('/v1/auth/methods', signal) })
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
      {data?.passkey && hasPasskeys() && (
        <Button icon={Fingerprint} className="h-9" onClick={() => void byPasskey()}>
          {t.passkeySignIn}
        </Button>
      )}
      {error !== undefined && <Failed error={error} compact />}
      <button type="button" className="self-start text-sm text-accent-ink underline" onClick={onForgot}>
        {t.forgot}
      </button>
    </div>
  )
}
