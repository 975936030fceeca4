import { cx } from '../../lib/class-names.ts'
import { voiceOf } from './voice-colours.ts'
import type { recordingWords } from './words.ts'

/** A number in the speaker's colour: whoever does not see colours reads the number. */
export const SpeakerMark = ({ number }: { number: number }) => (
  <span
    aria-hidden
    className={cx(
      'figures inline-flex size-5 shrink-0 items-center justify-center rounded-full border-2 bg-surface text-xs leading-none font-semibold',
      number < 0
        ? 'border-dashed border-line-strong text-ink-soft'
        : [voiceOf(number).border, voiceOf(number).text].join(' '),
    )}
  >
    {number < 0 ? '?' : number + 1}
  </span>
)

/** Whoever has no name yet is called by their number, in the language of the page. */
export const speakerName = (t: ReturnType<typeof recordingWords.now>, name: string, number: number): string =>
  /^S\d+$/.test(name) ? t.speaker(number + 1) : name
