import { useQuery } from '@tanstack/react-query'
import { KeyRound, Link2, ShieldOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { get, patch, post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { useForm } from '../../api/form.ts'
import { useUser } from '../../api/session.ts'
import type { User } from '../../api/shapes.ts'
import { formatMoney, formatSize } from '../../lib/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { PasswordField, SelectField, TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { Badge, Failed, messageOf, Notice } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Invite, ROLES } from './invite.tsx'
import { useTariffs } from './tariffs.tsx'
import { useUsage } from './usage.ts'
import { DeleteUser, PasswordLink, ResetPin, ResetSecondFactor } from './user-dialogs.tsx'
import { WaitingLinks } from './waiting-links.tsx'
import { adminWords } from './words.ts'

const SMALL = 'touchable h-8 rounded border border-line bg-surface px-2 text-sm'

export function Users() {
  const t = adminWords.use()
  const users = useQuery({
    queryKey: ['users'],
    queryFn: async ({ signal }) => (await get('/v1/admin/users', signal)).items,
  })
  return (
    <>
      <Section title={t.sections.users}>
        {users.error && <Failed compact error={users.error} onRetry={() => void users.refetch()} />}
        <ul>
          {users.data?.map(user => (
            <UserRow key={user.id} user={user} />
          ))}
        </ul>
      </Section>
      <WaitingLinks />
      <Section title={t.invite}>
        <Invite />
      </Section>
      <Section title={t.newUser}>
        <NewUser />
      </Section>
    </>
  )
}

function UserRow({ user }: { user: User }) {
  const t = adminWords.use()
  const me = useUser()
  const tariffs = useTariffs().data
  const used = useUsage().data?.items.find(each => each.user_id === user.id)
  const [asking, setAsking] = useState(false)
  const [linking, setLinking] = useState(false)
  const [removing, setRemoving] = useState(false)
  const [resetting, setResetting] = useState(false)
  const change = async (next: Partial<Pick<User, 'role' | 'tariff' | 'disabled'>>) => {
    try {
      await patch(`/v1/admin/users/${user.id}`, next)
    } catch (error) {
      toast(messageOf(error), { wrong: true })
    }
    void client.invalidateQueries({ queryKey: ['users'] })
  }
  return (
    <li className="flex flex-wrap items-center gap-2 border-b border-line py-2 last:border-0">
      <div className="min-w-40 flex-1">
        <p className="truncate text-base">
          {user.name || user.email} {user.id === me.id && <Badge look="accent">{t.you}</Badge>}
        </p>
        {user.name && <p className="truncate text-sm text-ink-faint">{user.email}</p>}
        {used && (
          <p className="figures truncate text-xs text-ink-faint">
            {[
              t.stored(formatSize(used.storage_bytes)),
              used.spent_rub > 0 && t.spentMonth(formatMoney(used.spent_rub)),
              used.links > 0 && t.links(used.links),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
      </div>
      <select
        aria-label={`${t.role}: ${user.email}`}
        value={user.role}
        disabled={user.id === me.id}
        onChange={event => void change({ role: event.target.value as User['role'] })}
        className={SMALL}
      >
        {ROLES.map(role => (
          <option key={role} value={role}>
            {t.roles[role]}
          </option>
        ))}
      </select>
      {tariffs && (
        <select
          aria-label={`${t.tariff}: ${user.email}`}
          value={user.tariff}
          onChange={event => void change({ tariff: event.target.value })}
          className={SMALL}
        >
          {!tariffs.items.some(each => each.name === user.tariff) && (
            <option value={user.tariff}>{user.tariff || t.byDefault(tariffs.default)}</option>
          )}
          {tariffs.items.map(each => (
            <option key={each.name} value={each.name}>
              {each.name}
            </option>
          ))}
        </select>
      )}
      <label className="touchable flex items-center gap-1.5 text-sm">
        <input
          type="checkbox"
          checked={!user.disabled}
          disabled={user.id === me.id}
          onChange={event => void change({ disabled: !event.target.checked })}
          className="size-4 accent-accent"
        />
        {t.enabled}
      </label>
      <IconButton icon={Link2} label={`${t.resetPassword}: ${user.email}`} onClick={() => setLinking(true)} />
      {linking && <PasswordLink user={user} onClose={() => setLinking(false)} />}
      {user.id !== me.id && (
        <IconButton icon={Trash2} label={`${t.deleteUser}: ${user.email}`} onClick={() => setRemoving(true)} />
      )}
      {removing && <DeleteUser user={user} onClose={() => setRemoving(false)} />}
      <IconButton icon={ShieldOff} label={`${t.resetFactor}: ${user.email}`} onClick={() => setResetting(true)} />
      {resetting && <ResetSecondFactor user={user} onClose={() => setResetting(false)} />}
      <IconButton icon={KeyRound} label={`${t.resetPin}: ${user.email}`} onClick={() => setAsking(true)} />
      {asking && <ResetPin user={user} onClose={() => setAsking(false)} />}
    </li>
  )
}

function NewUser() {
  const t = adminWords.use()
  const { submit, error, fields } = useForm<'email' | 'name' | 'password'>(async (given, form) => {
    const made = await post('/v1/admin/users', given)
    toast(t.created(made.email))
    form.reset()
    void client.invalidateQueries({ queryKey: ['users'] })
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="email" type="email" label={t.email} autoComplete="off" error={fields.email} />
        <TextField name="name" label={t.name} autoComplete="off" error={fields.name} />
        <PasswordField name="password" label={t.password} autoComplete="new-password" error={fields.password} />
        <SelectField name="role" label={t.role}>
          {ROLES.map(role => (
            <option key={role} value={role}>
              {t.roles[role]}
            </option>
          ))}
        </SelectField>
      </div>
      {error !== undefined && Object.keys(fields).length === 0 && <Notice look="wrong">{messageOf(error)}</Notice>}
      <div>
        <Button type="submit">{t.create}</Button>
      </div>
    </form>
  )
}
