import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, get, post } from '../../api/call.ts'
import { Failed, Notice } from '../../ui/states.tsx'
import { Decision } from './decision.tsx'
import { deviceWords } from './device-words.ts'

/** A sync program waits on a device of the person's: whoever is signed in here says whether it comes in. */
export function DevicePage() {
  const t = deviceWords.use()
  const flow: string = useParams({ strict: false }).flow ?? ''
  const [decided, setDecided] = useState<boolean>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const asked = useQuery({
    queryKey: ['device-login', flow],
    queryFn: ({ signal }) => get(`/v1/device-logins/${flow}`, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const decide = async (allow: boolean) => {
    setBusy(true)
    setError(undefined)
    try {
      await post(`/v1/device-logins/${flow}`, { allow })
      setDecided(allow)
    } catch (caught) {
      setError(caught)
    }
    setBusy(false)
  }
  const isOver = asked.error instanceof ApiError && asked.error.status === 404
  return (
    <main className="h-full overflow-auto">
      <div className="mx-auto flex max-w-xl flex-col gap-5 px-4 py-8 md:px-8">
        <p className="text-sm text-ink-faint">{t.title}</p>
        {isOver && <Notice look="wrong">{t.over}</Notice>}
        {asked.error && !isOver && <Failed error={asked.error} />}
        {decided !== undefined && <Notice>{decided ? t.allowed : t.denied}</Notice>}
        {asked.data && decided === undefined && (
          <>
            <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{t.wants(asked.data.name)}</h1>
            <p className="text-base">{t.text}</p>
            <p className="text-sm text-ink-soft">{t.careful}</p>
            {error !== undefined && <Failed compact error={error} />}
            <Decision words={t} busy={busy} onAllow={() => void decide(true)} onDeny={() => void decide(false)} />
          </>
        )}
      </div>
    </main>
  )
}
