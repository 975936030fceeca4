import { LoaderCircle, Mic, Pause, Play, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { discard, pauseOrGoOn, save } from './recorder.ts'
import type { Recorded } from './state.ts'
import { recordWords } from './words.ts'

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Stays in sight wherever one goes, as long as the microphone is on or something is left to be saved. */
export function RecordBar({ now }: { now: Recorded }) {
  const t = recordWords.use()
  const [asking, ask] = useState(false)
  const { state, seconds } = now
  const live = state === 'recording' || state === 'paused'
  return (
    <section
      aria-label={t.region}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-2"
    >
      {state === 'saving' ? (
        <LoaderCircle aria-hidden className="size-4 animate-spin text-ink-soft" />
      ) : (
        <Mic aria-hidden className={cx('size-4', state === 'recording' ? 'text-wrong' : 'text-ink-soft')} />
      )}
      <p role="status" className="text-base font-medium">
        {t[state]}
      </p>
      <span role="timer" className="figures flex-1 text-sm text-ink-soft">
        {clock(seconds)}
      </span>
      {live && (
        <Button icon={state === 'paused' ? Play : Pause} onClick={pauseOrGoOn}>
          {state === 'paused' ? t.goOn : t.pause}
        </Button>
      )}
      {state !== 'saving' && (
        <>
          <Button icon={Trash2} onClick={() => ask(true)}>
            {t.discard}
          </Button>
          <Button look="primary" icon={Save} onClick={() => void save()}>
            {t.save}
          </Button>
        </>
      )}
      {asking && (
        <Dialog
          title={t.sure}
          text={t.sureText}
          onClose={() => ask(false)}
          onSubmit={() => {
            ask(false)
            void discard()
          }}
          actions={
            <FormActions onCancel={() => ask(false)} look="wrong">
              {t.discard}
            </FormActions>
          }
        >
          {null}
        </Dialog>
      )}
    </section>
  )
}
