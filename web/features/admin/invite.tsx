import { useState } from 'react'
import { ApiError, post } from '../../api/call.ts'
import { ownAddress } from '../../lib/base.ts'
import { Button } from '../../ui/button.tsx'
import { CopyLine } from '../../ui/copy.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Failed, Notice } from '../../ui/states.tsx'
import { adminWords } from './words.ts'

export const ROLES = ['user', 'pro', 'admin'] as const

/** A link for one new account; to an address it also goes by mail. */
export function Invite() {
  const t = adminWords.use()
  const [role, setRole] = useState<(typeof ROLES)[number]>('user')
  const [email, setEmail] = useState('')
  const [made, setMade] = useState<{ link: string; sentTo?: string; asked: boolean }>()
  const [error, setError] = useState<unknown>()
  const make = async () => {
    setError(undefined)
    try {
      const to = email.trim()
      const { invite, mailed } = await post('/v1/admin/invites', { role, email: to || undefined })
      const link = `${ownAddress()}/sign-in?invite=${encodeURIComponent(invite)}`
      setMade({ link, sentTo: mailed ? to : undefined, asked: to !== '' })
      setEmail('')
    } catch (caught) {
      setError(caught)
    }
  }
  return (
    <>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void make()
        }}
        className="flex flex-wrap items-start gap-3"
      >
        <div className="w-48">
          <SelectField label={t.inviteRole} value={role} onChange={event => setRole(event.target.value as typeof role)}>
            {ROLES.map(each => (
              <option key={each} value={each}>
                {t.roles[each]}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="w-72">
          <TextField
            label={t.inviteEmail}
            hint={t.inviteEmailHint}
            type="email"
            autoComplete="off"
            value={email}
            error={error instanceof ApiError ? error.fields.email : undefined}
            onChange={event => setEmail(event.target.value)}
          />
        </div>
        <Button type="submit" className="mt-6">
          {t.makeInvite}
        </Button>
      </form>
      {error !== undefined && !(error instanceof ApiError && error.fields.email) && <Failed compact error={error} />}
      {made?.sentTo && <Notice look="good">{t.inviteMailed(made.sentTo)}</Notice>}
      {made?.asked && !made.sentTo && <Notice look="careful">{t.inviteNotMailed}</Notice>}
      {made && <CopyLine label={t.inviteLink} text={made.link} />}
    </>
  )
}
