import { useQuery } from '@tanstack/react-query'
import { CircleCheck, PencilLine, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ApiError, get, patch, post, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Schemas } from '../../api/openapi.ts'
import { showError } from '../../files/change.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Section } from '../../ui/section.tsx'
import { Badge, Failed } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { uiWords } from '../../ui/words.ts'
import { assistantWords } from './words.ts'

type Role = Schemas['AgentProfileOut']

type Catalog = Schemas['AgentCatalogOut']

const refresh = () => void client.invalidateQueries({ queryKey: ['roles'] })

/** Who may answer, and with which tools. */
export function Roles() {
  const t = assistantWords.use()
  const { data, error, refetch } = useQuery({
    queryKey: ['roles'],
    queryFn: ({ signal }) => get('/v1/agent/catalog', signal),
  })
  const [editing, edit] = useState<Role | 'new'>()
  const act = async (work: () => Promise<unknown>, said?: string) => {
    try {
      await work()
      if (said) toast(said)
    } catch (caught) {
      showError(caught)
    }
    refresh()
  }
  return (
    <Section title={t.roles} text={t.rolesText}>
      {error && <Failed compact error={error} onRetry={() => void refetch()} />}
      <ul aria-label={t.roles} className="flex flex-col">
        {data?.items.map(role => (
          <li key={role.slug} className="flex items-start gap-1 border-b border-line py-2 last:border-0">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 text-base font-medium">
                {role.name} {data.active === role.slug && <Badge look="accent">{t.active}</Badge>}
              </p>
              <p className="text-sm text-ink-soft">{role.description}</p>
            </div>
            {data.active !== role.slug && (
              <IconButton
                icon={CircleCheck}
                small
                label={t.activate(role.name)}
                onClick={() => void act(() => post('/v1/agent/activate', { slug: role.slug }))}
              />
            )}
            {role.is_custom && (
              <>
                <IconButton icon={PencilLine} small label={t.editRole(role.name)} onClick={() => edit(role)} />
                <AskFirst
                  title={`${t.removeRole(role.name)}?`}
                  action={t.remove}
                  run={() => act(() => remove(`/v1/agent/profiles/${role.slug}`), t.removed)}
                >
                  {ask => <IconButton icon={Trash2} small label={t.removeRole(role.name)} onClick={ask} />}
                </AskFirst>
              </>
            )}
          </li>
        ))}
      </ul>
      {data?.can_create_custom && (
        <Button icon={Plus} className="self-start" onClick={() => edit('new')}>
          {t.newRole}
        </Button>
      )}
      {editing && data && (
        <RoleForm role={editing === 'new' ? undefined : editing} catalog={data} onClose={() => edit(undefined)} />
      )}
    </Section>
  )
}

function RoleForm({ role, catalog, onClose }: { role: Role | undefined; catalog: Catalog; onClose: () => void }) {
  const t = assistantWords.use()
  const u = uiWords.use()
  const [values, setValues] = useState({
    slug: role?.slug ?? '',
    name: role?.name ?? '',
    description: role?.description ?? '',
    instructions: role?.instructions ?? '',
  })
  const [tools, setTools] = useState(role?.toolsets ?? catalog.toolsets.map(({ slug }) => slug))
  const [error, setError] = useState<unknown>()
  const faults = error instanceof ApiError ? error.fields : {}
  const field = (name: keyof typeof values) => ({
    value: values[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => setValues(now => ({ ...now, [name]: event.target.value })),
  })
  const save = async () => {
    const { slug, ...rest } = values
    try {
      if (role) await patch(`/v1/agent/profiles/${role.slug}`, { ...rest, toolsets: tools })
      else await post('/v1/agent/profiles', { slug, ...rest, toolsets: tools })
      toast(t.saved)
      refresh()
      onClose()
    } catch (caught) {
      setError(caught)
    }
  }
  return (
    <Dialog
      title={role ? t.editRole(role.name) : t.newRole}
      onClose={onClose}
      onSubmit={() => void save()}
      actions={<FormActions onCancel={onClose}>{u.save}</FormActions>}
    >
      <div className="flex flex-col gap-3">
        <TextField label={t.name} maxLength={200} {...field('name')} />
        {!role && <TextField label={t.slug} hint={t.slugHint} maxLength={64} {...field('slug')} />}
        <TextField label={t.description} maxLength={1000} {...field('description')} />
        <TextArea label={t.instructions} maxLength={8000} {...field('instructions')} />
        <fieldset className="flex flex-col">
          <legend className="text-sm font-medium">{t.tools}</legend>
          {catalog.toolsets.map(each => (
            <label key={each.slug} className="touchable flex min-h-8 items-center gap-2 text-base">
              <input
                type="checkbox"
                checked={tools.includes(each.slug)}
                onChange={event =>
                  setTools(now => (event.target.checked ? [...now, each.slug] : now.filter(slug => slug !== each.slug)))
                }
                className="size-4 accent-(--accent)"
              />
              {each.name}
            </label>
          ))}
        </fieldset>
        {error !== undefined && Object.keys(faults).length === 0 && <Failed compact error={error} />}
      </div>
    </Dialog>
  )
}
