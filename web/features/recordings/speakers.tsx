import { PencilLine, Users } from 'lucide-react'
import { useState } from 'react'
import { get, patch, post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { OwnFile } from '../../api/reply.ts'
import { isEditable, isOwn } from '../../files/given.ts'
import { formatDuration } from '../../lib/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useDoing } from '../../ui/doing.ts'
import { SelectField, Switch, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { messageOf, Progress } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { uiWords } from '../../ui/words.ts'
import { useDiarizing } from './diarizing.ts'
import type { Diarization } from './lines.ts'
import { storeDiarization } from './recording.ts'
import { SpeakerMark, speakerName } from './speaker-mark.tsx'
import { recordingWords } from './words.ts'

interface SpeakersProps {
  id: string
  base: OwnFile
  diarization: Diarization
  access: 'owner' | 'editor' | 'viewer'
}

/** Who speaks: told apart on request, and named by people. */
export function Speakers({ id, base, diarization, access }: SpeakersProps) {
  const t = recordingWords.use()
  const [asking, ask] = useState(false)
  const [naming, name] = useState<{ label: string; number: number }>()
  const diarizing = useDiarizing(base)
  const editable = isEditable({ access })
  const labels = Object.keys(diarization.speakers)
  const seconds = (label: string) =>
    diarization.segments
      .filter(({ speaker }) => speaker === label)
      .reduce((sum, { start, end }) => sum + end - start, 0)
  if (diarizing.running)
    return (
      <div role="status" className="flex w-full items-center gap-3">
        <p className="shrink-0 text-sm text-ink-soft">{diarizing.waiting ? t.waits : t.telling}</p>
        <Progress label={t.telling} value={diarizing.progress} />
        {editable && <Button onClick={() => void diarizing.callOff()}>{t.callOff}</Button>}
      </div>
    )
  return (
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-1">
      {diarization.ready && (
        <ul aria-label={t.speakers} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {labels.map((label, number) => {
            const called = speakerName(t, diarization.speakers[label]!, number)
            return (
              <li key={label} className="flex max-w-full items-center gap-1.5 text-sm">
                <SpeakerMark number={number} />
                <span className="min-w-0 truncate font-medium">{called}</span>
                <span className="figures text-xs text-ink-faint">{formatDuration(seconds(label))}</span>
                {editable && (
                  <IconButton
                    icon={PencilLine}
                    small
                    label={t.rename(called)}
                    onClick={() => name({ label, number })}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
      {editable && (
        <Button icon={Users} look={diarization.ready ? 'quiet' : 'plain'} onClick={() => ask(true)}>
          {diarization.ready ? t.again : t.tellApart}
        </Button>
      )}
      {diarizing.error && (
        <p role="alert" className="text-sm text-wrong">
          {diarizing.error}
        </p>
      )}
      {asking && (
        <HowMany
          onClose={() => ask(false)}
          onStart={speakers => {
            ask(false)
            void diarizing.start(speakers)
          }}
        />
      )}
      {naming && (
        <NameSpeaker
          id={id}
          base={base}
          {...naming}
          now={diarization.speakers[naming.label]!}
          mayKeep={isOwn({ access })}
          onClose={() => name(undefined)}
        />
      )}
    </div>
  )
}

const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

function HowMany({ onStart, onClose }: { onStart: (speakers: number | undefined) => void; onClose: () => void }) {
  const t = recordingWords.use()
  const [count, setCount] = useState('')
  return (
    <Dialog
      title={t.tellApart}
      text={t.tellApartText}
      onClose={onClose}
      onSubmit={() => onStart(count === '' ? undefined : Number(count))}
      actions={<FormActions onCancel={onClose}>{t.start}</FormActions>}
    >
      <SelectField label={t.howMany} value={count} onChange={event => setCount(event.target.value)}>
        <option value="">{t.notKnown}</option>
        {COUNTS.map(each => (
          <option key={each} value={each}>
            {t.people(each)}
          </option>
        ))}
      </SelectField>
    </Dialog>
  )
}

interface NameProps {
  id: string
  base: OwnFile
  label: string
  number: number
  now: string
  /** Voices are known to their owner alone. */
  mayKeep: boolean
  onClose: () => void
}

/** A name for this recording; with the person's consent, for others as well. */
function NameSpeaker({ id, base, label, number, now, mayKeep, onClose }: NameProps) {
  const t = recordingWords.use()
  const u = uiWords.use()
  const [name, setName] = useState(speakerName(t, now, number) === now ? now : '')
  const [keep, setKeep] = useState(false)
  const { busy, error, act } = useDoing(onClose)
  const given = name.trim()
  const save = async () => {
    if (keep) {
      await post('/v1/voice-profiles', { name: given, consent: true, object_id: id, speaker: label })
      storeDiarization(base, await get(`${base}/diarization`))
      void client.invalidateQueries({ queryKey: ['voices'] })
    } else
      storeDiarization(
        base,
        await patch(`${base}/diarization`, {
          speakers: { [label]: given },
        }),
      )
    toast(t.named(given))
  }
  return (
    <Dialog
      title={t.renameTitle}
      text={t.renameText}
      onClose={onClose}
      onSubmit={() => given !== '' && !busy && void act(save)}
      actions={
        <FormActions onCancel={onClose} busy={busy}>
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
          error={error === undefined ? undefined : messageOf(error)}
          placeholder={t.speaker(number + 1)}
          onChange={event => setName(event.target.value)}
        />
        {mayKeep && <Switch label={t.keepVoice} hint={t.keepVoiceText} checked={keep} onChange={setKeep} />}
      </div>
    </Dialog>
  )
}
