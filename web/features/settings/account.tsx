import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get, post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { useUser } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Badge, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Export } from './archive.tsx'
import { Import } from './import.tsx'
import { Leaving } from './leaving.tsx'
import { Mailboxes } from './mailboxes.tsx'
import { ProfileForm } from './profile.tsx'
import { Tokens } from './tokens.tsx'
import { settingsWords } from './words.ts'

export function AccountSection() {
  const t = settingsWords.use()
  const user = useUser()
  return (
    <>
      <Section title={user.name || user.email} text={user.name ? user.email : undefined}>
        <div>
          <Badge look="accent">{t.role[user.role]}</Badge>
        </div>
        <ProfileForm />
      </Section>
      <Tokens />
      <UnreadFiles />
      <Export />
      <Import />
      <Mailboxes />
      <Leaving />
    </>
  )
}

/** Files that could not be read, with one button for all of them. */
function UnreadFiles() {
  const t = settingsWords.use()
  const [busy, setBusy] = useState(false)
  const { data } = useQuery({
    queryKey: ['processing'],
    queryFn: ({ signal }) => get('/v1/processing', signal),
  })
  const failed = data?.failed ?? 0
  if (failed === 0) return null
  async function retry() {
    setBusy(true)
    try {
      const { retried } = await post('/v1/processing/retry-failed')
      toast(t.retried(retried))
    } catch (caught) {
      toast(messageOf(caught))
    }
    void client.invalidateQueries({ queryKey: ['processing'] })
    setBusy(false)
  }
  return (
    <Section title={t.unread} text={t.unreadText(failed)}>
      <div>
        <Button busy={busy} onClick={() => void retry()}>
          {t.retryFailed}
        </Button>
      </div>
    </Section>
  )
}
