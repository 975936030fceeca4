import { useQuery } from '@tanstack/react-query'
import { PencilLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { get, patch, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Schemas } from '../../api/openapi.ts'
import { showError } from '../../files/change.ts'
import { formatMoment } from '../../lib/format.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Section } from '../../ui/section.tsx'
import { Failed } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { uiWords } from '../../ui/words.ts'
import { assistantWords } from './words.ts'

type Remembered = Schemas['MemoryOut']

/** What the assistant remembers: read, put right, forgotten. */
export function Memory() {
  const t = assistantWords.use()
  const u = uiWords.use()
  const { data, error, refetch } = useQuery({
    queryKey: ['memory'],
    queryFn: async ({ signal }) => (await get('/v1/agent/memory', signal)).items,
  })
  const [editing, edit] = useState<Remembered>()
  const [asking, setAsking] = useState(false)
  const act = async (work: () => Promise<unknown>, said: string) => {
    try {
      await work()
      toast(said)
    } catch (caught) {
      showError(caught)
    }
    void client.invalidateQueries({ queryKey: ['memory'] })
  }
  return (
    <Section title={t.memory} text={t.memoryText}>
      {error && <Failed compact error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="text-base text-ink-soft">{t.memoryNone}</p>}
      <ul aria-label={t.memory} className="flex flex-col">
        {data?.map(each => (
          <li key={each.memory_id} className="flex items-start gap-1 border-b border-line py-2 last:border-0">
            <div className="min-w-0 flex-1">
              <p className="text-base [overflow-wrap:anywhere]">{each.memory}</p>
              <p className="figures text-xs text-ink-faint">
                {[formatMoment(each.updated_at), ...each.topics].join(', ')}
              </p>
            </div>
            <IconButton icon={PencilLine} small label={t.editMemory(each.memory)} onClick={() => edit(each)} />
            <AskFirst
              title={t.forgetTitle}
              text={`${each.memory} ${u.noWayBack}`}
              action={t.forgetIt}
              run={() => act(() => remove(`/v1/agent/memory/${each.memory_id}`), t.forgotten)}
            >
              {ask => <IconButton icon={Trash2} small label={t.forget(each.memory)} onClick={ask} />}
            </AskFirst>
          </li>
        ))}
      </ul>
      {data && data.length > 0 && (
        <Button className="self-start" onClick={() => setAsking(true)}>
          {t.forgetAll}
        </Button>
      )}
      {editing && (
        <EditMemory
          each={editing}
          onClose={() => edit(undefined)}
          onSave={memory =>
            void act(() => patch(`/v1/agent/memory/${editing.memory_id}`, { memory }), t.saved).then(() =>
              edit(undefined),
            )
          }
        />
      )}
      {asking && (
        <Dialog
          title={t.forgetAll}
          text={t.forgetAllText}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button data-first onClick={() => setAsking(false)}>
                {u.cancel}
              </Button>
              <Button
                look="wrong"
                onClick={() => {
                  setAsking(false)
                  void act(() => remove('/v1/agent/memory'), t.forgotten)
                }}
              >
                {t.forgetAll}
              </Button>
            </>
          }
        />
      )}
    </Section>
  )
}

function EditMemory({
  each,
  onSave,
  onClose,
}: {
  each: Remembered
  onSave: (memory: string) => void
  onClose: () => void
}) {
  const t = assistantWords.use()
  const u = uiWords.use()
  const [text, setText] = useState(each.memory)
  return (
    <Dialog
      title={t.memory}
      onClose={onClose}
      onSubmit={() => text.trim() !== '' && onSave(text.trim())}
      actions={<FormActions onCancel={onClose}>{u.save}</FormActions>}
    >
      <TextArea label={t.memory} value={text} onChange={event => setText(event.target.value)} />
    </Dialog>
  )
}
