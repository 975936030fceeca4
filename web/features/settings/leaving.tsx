import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get, remove } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useDoing } from '../../ui/doing.ts'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Section } from '../../ui/section.tsx'
import { Failed } from '../../ui/states.tsx'
import { settingsWords } from './words.ts'

/** Deleting the account. It ends with the session: the page learns of it like of any session that is over. */
export function Leaving() {
  const t = settingsWords.use()
  const [asking, setAsking] = useState(false)
  const [taskId, setTaskId] = useState<string>()
  useQuery({
    queryKey: ['leaving', taskId],
    queryFn: ({ signal }) => get(`/v1/tasks-status/${taskId!}`, signal),
    enabled: taskId !== undefined,
    refetchInterval: 700,
    retry: false,
  })
  return (
    <Section title={t.leave} text={taskId ? t.leaving : t.leaveText}>
      {!taskId && (
        <div>
          <Button look="wrong" onClick={() => setAsking(true)}>
            {t.leaveButton}
          </Button>
        </div>
      )}
      {asking && <LeaveDialog onClose={() => setAsking(false)} onAccepted={setTaskId} />}
    </Section>
  )
}

function LeaveDialog({ onClose, onAccepted }: { onClose: () => void; onAccepted: (taskId: string) => void }) {
  const t = settingsWords.use()
  const { email } = useUser()
  const [given, setGiven] = useState('')
  const [bucket, setBucket] = useState(false)
  const { busy, error, act } = useDoing(onClose)
  const connections = useQuery({
    queryKey: ['integrations'],
    queryFn: async ({ signal }) => (await get('/v1/integrations', signal)).items,
    retry: false,
  })
  const leave = async () => onAccepted((await remove('/v1/auth/me', { bucket })).task_id)
  return (
    <Dialog
      title={t.leaveTitle}
      text={t.leaveDialog}
      onClose={onClose}
      onSubmit={() => given.trim().toLowerCase() === email && void act(leave)}
      actions={
        <FormActions onCancel={onClose} look="wrong" busy={busy} disabled={given.trim().toLowerCase() !== email}>
          {t.leaveForGood}
        </FormActions>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t.leaveEmail(email)}
          value={given}
          onChange={event => setGiven(event.target.value)}
          autoComplete="off"
        />
        {connections.data?.some(({ kind, enabled }) => kind === 's3' && enabled) && (
          <Checkbox label={t.leaveBucket} checked={bucket} onChange={event => setBucket(event.target.checked)} />
        )}
        {error !== undefined && <Failed compact error={error} />}
      </div>
    </Dialog>
  )
}
