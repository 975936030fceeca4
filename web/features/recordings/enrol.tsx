import { FileAudio } from 'lucide-react'
import { useState } from 'react'
import { request } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useDoing } from '../../ui/doing.ts'
import { Switch, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { uiWords } from '../../ui/words.ts'
import { recordingWords } from './words.ts'

/** A voice from a recording of it alone. Without the person's consent nothing is sent. */
export function Enrol({ onClose }: { onClose: () => void }) {
  const t = recordingWords.use()
  const u = uiWords.use()
  const [name, setName] = useState('')
  const [sample, setSample] = useState<File>()
  const [agreed, setAgreed] = useState(false)
  const { busy, error, act } = useDoing(onClose)
  const ready = name.trim() !== '' && sample !== undefined && agreed
  const save = async () => {
    const form = new FormData()
    form.append('name', name.trim())
    form.append('consent', 'true')
    form.append('sample', sample!, sample!.name)
    await request('POST', '/v1/voice-profiles', { raw: form })
    toast(t.voiceKept(name.trim()))
    void client.invalidateQueries({ queryKey: ['voices'] })
  }
  return (
    <Dialog
      title={t.addVoice}
      text={t.addVoiceText}
      onClose={onClose}
      onSubmit={() => ready && !busy && void act(save)}
      actions={
        <FormActions onCancel={onClose} busy={busy} disabled={!ready}>
          {u.save}
        </FormActions>
      }
    >
      <div className="flex flex-col gap-3">
        <TextField
          label={t.name}
          value={name}
          maxLength={200}
          autoComplete="off"
          onChange={event => setName(event.target.value)}
        />
        <label className="touchable flex min-h-10 cursor-pointer items-center gap-2 rounded border border-dashed border-line-strong px-3 py-2 text-sm focus-within:border-accent hover:bg-hover">
          <FileAudio aria-hidden className="size-4 shrink-0 text-ink-faint" />
          <span className="min-w-0 truncate">{sample?.name ?? t.sample}</span>
          <input
            type="file"
            accept="audio/*,video/*"
            aria-label={t.sample}
            className="sr-only"
            onChange={event => setSample(event.target.files?.[0])}
          />
        </label>
        <Switch label={t.consent} hint={t.keepVoiceText} checked={agreed} onChange={setAgreed} />
        {error !== undefined && (
          <p role="alert" className="text-sm text-wrong">
            {messageOf(error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}
