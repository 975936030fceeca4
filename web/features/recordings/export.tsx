import { Download, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { patch } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { OwnFile } from '../../api/reply.ts'
import { showError } from '../../files/change.ts'
import { addressOf } from '../../lib/base.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Menu } from '../../ui/menu.tsx'
import { uiWords } from '../../ui/words.ts'
import { begunAt, type Transcript } from './lines.ts'
import type { Playing } from './playing.ts'
import { refreshRecording } from './recording.ts'
import { recordingWords } from './words.ts'

interface TakeAwayProps {
  base: OwnFile
  transcript: Transcript | undefined
  text: string | undefined
  playing: Playing
  editable: boolean
}

const FORMATS = ['srt', 'vtt', 'docx', 'md'] as const

/** The transcript as a file, and the sentence that is being said put right. */
export function TakeAway({ base, transcript, text, playing, editable }: TakeAwayProps) {
  const t = recordingWords.use()
  const u = uiWords.use()
  const [correcting, correct] = useState<{ index: number; text: string }>()
  if (text === undefined || !transcript || transcript.segments.length === 0) return null
  const begin = () => {
    const index = Math.max(0, begunAt(transcript.segments, playing.second.get()))
    const segment = transcript.segments[index]
    if (segment) correct({ index, text: [...text].slice(segment.char_start, segment.char_end).join('') })
  }
  const save = async () => {
    try {
      await patch(`${base}/transcript`, { segments: [correcting!] })
      correct(undefined)
    } catch (error) {
      showError(error)
    }
    void refreshRecording(base)
    void client.invalidateQueries({ queryKey: ['text', base] })
  }
  return (
    <>
      <Menu
        align="end"
        items={() => [
          { kind: 'title', text: t.takeAway },
          ...FORMATS.map(format => ({
            text: t.formats[format],
            run: () => location.assign(addressOf(`${base}/transcript?format=${format}`)),
          })),
        ]}
      >
        <Button icon={Download}>{t.takeAway}</Button>
      </Menu>
      {editable && (
        <Button icon={PencilLine} onClick={begin}>
          {t.correct}
        </Button>
      )}
      {correcting && (
        <Dialog
          title={t.correctTitle}
          text={t.correctText}
          onClose={() => correct(undefined)}
          onSubmit={() => void save()}
          actions={<FormActions onCancel={() => correct(undefined)}>{u.save}</FormActions>}
        >
          <TextArea
            label={t.transcript}
            rows={4}
            maxLength={5000}
            value={correcting.text}
            onChange={event => correct({ ...correcting, text: event.target.value })}
          />
        </Dialog>
      )}
    </>
  )
}
