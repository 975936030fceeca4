import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { get, patch, post, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { granteeName } from '../../files/open-to.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Badge, Failed, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { shareWords } from './words.ts'

const ROLES = ['viewer', 'editor'] as const
type Role = (typeof ROLES)[number]

const useGrants = (folderId: string) =>
  useQuery({
    queryKey: ['grants', folderId],
    queryFn: async ({ signal }) => (await get(`/v1/collections/${folderId}/grants`, signal)).items,
  })

type Grant = NonNullable<ReturnType<typeof useGrants>['data']>[number]

const reread = () => void client.invalidateQueries({ queryKey: ['grants'] })

async function doing(work: () => Promise<unknown>, said?: string, back?: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    if (said) toast(said, { action: back && { text: shareWords.now().undo, run: () => void doing(back) } })
  } catch (error) {
    toast(messageOf(error), { wrong: true })
  }
  reread()
}

export function takeBack(folderId: string, grant: Pick<Grant, 'id' | 'user' | 'group' | 'role'>): Promise<void> {
  const { id, role, user, group } = grant
  const grants = `/v1/collections/${folderId}/grants` as const
  return doing(
    () => remove(`${grants}/${id}`),
    shareWords.now().takenBack(granteeName(grant)),
    () => post(grants, { role, ...(user ? { email: user.email } : { group_id: group?.id }) }),
  )
}

/** To whom of the house the folder is open: added by e-mail or group, changed and taken back where they stand. */
export function People({ folderId }: { folderId: string }) {
  const t = shareWords.use()
  const grants = useGrants(folderId)
  return (
    <section aria-label={t.people} className="mb-4 flex flex-col gap-3 border-b border-line pb-4">
      <div>
        <h3 className="text-base font-medium">{t.people}</h3>
        <p className="text-sm text-ink-soft">{t.peopleText}</p>
      </div>
      <Add folderId={folderId} />
      {grants.error && <Failed compact error={grants.error} onRetry={() => void grants.refetch()} />}
      {grants.data?.length === 0 && <p className="text-sm text-ink-faint">{t.nobody}</p>}
      <ul>
        {grants.data?.map(grant => (
          <GrantRow key={grant.id} folderId={folderId} grant={grant} />
        ))}
      </ul>
    </section>
  )
}

function Add({ folderId }: { folderId: string }) {
  const t = shareWords.use()
  const listId = useId()
  const [whom, setWhom] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const groups = useQuery({
    queryKey: ['group-names'],
    queryFn: async ({ signal }) => (await get('/v1/groups', signal)).items,
  })
  async function give() {
    const named = whom.trim()
    if (!named) return
    const group = groups.data?.find(each => each.name === named)
    setBusy(true)
    setError(undefined)
    try {
      const made = await post(
        `/v1/collections/${folderId}/grants`,
        group ? { group_id: group.id, role } : { email: named, role },
      )
      toast(t.given(granteeName(made)))
      setWhom('')
      reread()
    } catch (caught) {
      setError(caught)
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-[1fr_11rem]">
        <TextField
          label={t.whom}
          inputMode="email"
          list={listId}
          autoComplete="off"
          value={whom}
          onChange={event => setWhom(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            // The form around it makes a link.
            event.preventDefault()
            void give()
          }}
        />
        <SelectField label={t.mayDo} value={role} onChange={event => setRole(event.target.value as Role)}>
          {ROLES.map(each => (
            <option key={each} value={each}>
              {t.roles[each]}
            </option>
          ))}
        </SelectField>
        <datalist id={listId}>
          {groups.data?.map(group => (
            <option key={group.id} value={group.name} />
          ))}
        </datalist>
      </div>
      {error !== undefined && <Failed compact error={error} />}
      <div>
        <Button look="primary" busy={busy} disabled={!whom.trim()} onClick={() => void give()}>
          {t.give}
        </Button>
      </div>
    </div>
  )
}

function GrantRow({ folderId, grant }: { folderId: string; grant: Grant }) {
  const t = shareWords.use()
  const name = granteeName(grant)
  const path = `/v1/collections/${folderId}/grants/${grant.id}` as const
  return (
    <li className="flex flex-wrap items-center gap-2 border-b border-line py-2 last:border-0">
      <div className="min-w-32 flex-1">
        <p className="flex min-w-0 items-center gap-2 text-base">
          <span className="truncate">{name}</span> {grant.group && <Badge>{t.group}</Badge>}
        </p>
        {grant.user?.name && <p className="truncate text-sm text-ink-faint">{grant.user.email}</p>}
      </div>
      <select
        aria-label={t.roleOf(name)}
        value={grant.role}
        onChange={event => void doing(() => patch(path, { role: event.target.value as Role }))}
        className="touchable h-8 rounded border border-line bg-surface px-2 text-sm"
      >
        {ROLES.map(each => (
          <option key={each} value={each}>
            {t.roles[each]}
          </option>
        ))}
      </select>
      <Button look="quiet" aria-label={t.takeBackFrom(name)} onClick={() => void takeBack(folderId, grant)}>
        {t.takeBack}
      </Button>
    </li>
  )
}
