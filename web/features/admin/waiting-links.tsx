import { useQuery } from '@tanstack/react-query'
import { get, post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { adminWords } from './words.ts'

/** Where nobody signs in by password, links to accounts at the provider wait for an administrator. */
export function WaitingLinks() {
  const t = adminWords.use()
  const { data } = useQuery({
    queryKey: ['oidc-links'],
    queryFn: async ({ signal }) => (await get('/v1/admin/oidc-links', signal)).items,
  })
  const allow = async (id: string) => {
    try {
      await post(`/v1/admin/users/${id}/oidc-link`)
      toast(t.linkAllowed)
    } catch (error) {
      toast(messageOf(error), { wrong: true })
    }
    void client.invalidateQueries({ queryKey: ['oidc-links'] })
  }
  if (!data?.length) return null
  return (
    <Section title={t.waitingLinks} text={t.waitingLinksText}>
      <ul>
        {data.map(({ user_id, email, asked_at }) => (
          <li key={user_id} className="flex flex-wrap items-center gap-3 border-b border-line py-2 last:border-0">
            <span className="min-w-40 flex-1 truncate text-base">{email}</span>
            <span className="figures text-sm text-ink-faint">{formatDate(asked_at)}</span>
            <Button onClick={() => void allow(user_id)}>{t.allowLink}</Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
