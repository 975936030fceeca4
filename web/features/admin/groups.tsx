import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { get, patch, post, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { User } from '../../api/shapes.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { Failed, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { OpenFolders } from './open-folders.tsx'
import { adminWords } from './words.ts'

const useGroups = () =>
  useQuery({
    queryKey: ['groups'],
    queryFn: async ({ signal }) => (await get('/v1/admin/groups', signal)).items,
  })

type Group = NonNullable<ReturnType<typeof useGroups>['data']>[number]

const reread = () => {
  for (const key of ['groups', 'group-names']) void client.invalidateQueries({ queryKey: [key] })
}

/** Who belongs together, so that a folder is opened to all of them at once. */
export function Groups() {
  const t = adminWords.use()
  const groups = useGroups()
  const users = useQuery({
    queryKey: ['users'],
    queryFn: async ({ signal }) => (await get('/v1/admin/users', signal)).items,
  })
  return (
    <>
      <Section title={t.sections.groups} text={t.groupsText}>
        {groups.error && <Failed compact error={groups.error} onRetry={() => void groups.refetch()} />}
        {groups.data?.length === 0 && <p className="text-sm text-ink-faint">{t.noGroups}</p>}
        <ul>
          {groups.data?.map(group => (
            <GroupRow key={group.id} group={group} users={users.data ?? []} />
          ))}
        </ul>
      </Section>
      <Section title={t.newGroup}>
        <NewGroup />
      </Section>
      <OpenFolders />
    </>
  )
}

function GroupRow({ group, users }: { group: Group; users: User[] }) {
  const t = adminWords.use()
  const act = async (work: () => Promise<unknown>, said?: string) => {
    try {
      await work()
      if (said) toast(said)
    } catch (error) {
      toast(messageOf(error), { wrong: true })
    }
    reread()
  }
  const put = (id: string, isIn: boolean) => {
    const user_ids = isIn ? [...group.user_ids, id] : group.user_ids.filter(each => each !== id)
    client.setQueryData<Group[]>(['groups'], now =>
      now?.map(each => (each.id === group.id ? { ...each, user_ids } : each)),
    )
    return act(() => patch(`/v1/admin/groups/${group.id}`, { user_ids }))
  }
  return (
    <li className="border-b border-line py-3 last:border-0">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 truncate text-base font-medium">{group.name}</h3>
        <AskFirst
          title={`${t.deleteGroup(group.name)}?`}
          text={t.deleteGroupText}
          action={t.deleteIt}
          run={() => act(() => remove(`/v1/admin/groups/${group.id}`), t.groupDeleted(group.name))}
        >
          {ask => <IconButton icon={Trash2} label={t.deleteGroup(group.name)} onClick={ask} />}
        </AskFirst>
      </div>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-2">
        <legend className="sr-only">{t.members(group.name)}</legend>
        {users.map(user => (
          <label key={user.id} className="touchable flex items-center gap-1.5 text-sm">
            <input
              type="checkbox"
              checked={group.user_ids.includes(user.id)}
              onChange={event => void put(user.id, event.target.checked)}
              className="size-6 accent-accent"
            />
            {user.name ? `${user.name} (${user.email})` : user.email}
          </label>
        ))}
      </fieldset>
    </li>
  )
}

function NewGroup() {
  const t = adminWords.use()
  const [name, setName] = useState('')
  const [error, setError] = useState<unknown>()
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!name.trim()) return
    setError(undefined)
    try {
      await post('/v1/admin/groups', { name })
      setName('')
      reread()
    } catch (caught) {
      setError(caught)
    }
  }
  return (
    <form noValidate onSubmit={event => void submit(event)} className="flex items-end gap-3">
      <div className="w-64">
        <TextField label={t.groupName} maxLength={100} value={name} onChange={event => setName(event.target.value)} />
      </div>
      <Button type="submit" disabled={!name.trim()}>
        {t.create}
      </Button>
      {error !== undefined && <Failed compact error={error} />}
    </form>
  )
}
