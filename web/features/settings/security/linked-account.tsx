import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { get, remove } from '../../../api/call.ts'
import { client } from '../../../api/client.ts'
import { formatDate } from '../../../lib/format.ts'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { Failed, Notice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { arriving, goToProvider } from '../../identity/index.ts'
import { outcomeWords } from '../../identity/parts.ts'
import { securityWords } from './words.ts'

/** The account at the provider that also opens this one, where the administrator has set one up. */
export function LinkedAccount() {
  const t = securityWords.use()
  const outcomes = outcomeWords.use()
  const { oidc } = useStore(arriving)
  const [error, setError] = useState<unknown>()
  const link = useQuery({ queryKey: ['oidc-link'], queryFn: ({ signal }) => get('/v1/auth/oidc/link', signal) })
  useEffect(() => {
    if (oidc !== 'linked') return
    arriving.set({})
    toast(outcomeWords.now().linked)
  }, [oidc])
  const attempt = async (work: () => Promise<unknown>) => {
    setError(undefined)
    try {
      await work()
    } catch (caught) {
      setError(caught)
    }
    void client.invalidateQueries({ queryKey: ['oidc-link'] })
  }
  if (!link.data?.name) return null
  const { name, linked } = link.data
  return (
    <Section title={t.linkedAccount} text={t.linkedText(name)}>
      {oidc && oidc !== 'linked' && (
        <Notice look="wrong">{outcomes[oidc as keyof typeof outcomes] ?? outcomes.other}</Notice>
      )}
      {error !== undefined && <Failed compact error={error} />}
      {linked ? (
        <div className="flex flex-wrap items-center gap-3">
          <span className="min-w-40 flex-1">
            <span className="block truncate text-base">{linked.email || name}</span>
            <span className="figures block text-sm text-ink-faint">{t.linkedAt(formatDate(linked.linked_at))}</span>
          </span>
          <Button look="quiet" onClick={() => void attempt(() => remove('/v1/auth/oidc/link'))}>
            {t.unlink}
          </Button>
        </div>
      ) : (
        <div>
          <Button onClick={() => void attempt(() => goToProvider('link'))}>{t.linkTo(name)}</Button>
        </div>
      )}
    </Section>
  )
}
