import { ArrowDownToLine } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import { cx } from '../../lib/class-names.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/states.tsx'
import { begunAt, formatSecond, type TranscriptLine } from './lines.ts'
import type { Playing } from './playing.ts'
import { SpeakerMark, speakerName } from './speaker-mark.tsx'
import { recordingWords } from './words.ts'

interface TranscriptProps {
  lines: TranscriptLine[]
  speakers: Record<string, string>
  playing: Playing
  /** What a link points to: characters of the text. */
  cited: [number, number] | undefined
}

/** What is said, marked as it is said. A press on a word plays from there; it scrolls along until the reader scrolls. */
export function TranscriptView({ lines, speakers, playing, cited }: TranscriptProps) {
  const t = recordingWords.use()
  const list = useRef<HTMLOListElement>(null)
  const [following, follow] = useState(true)
  const current = useStore(playing.second, second => begunAt(lines, second))
  const labels = Object.keys(speakers)
  useEffect(() => {
    if (!following) return
    list.current?.children[current]?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }, [current, following])
  const leave = () => follow(false)
  return (
    <div className="relative h-full">
      <div
        tabIndex={0}
        role="region"
        aria-label={t.transcript}
        onWheel={leave}
        onTouchMove={leave}
        onKeyDown={event => {
          if (!/^(Arrow(Up|Down)|Page|Home|End)/.test(event.key)) return
          leave()
        }}
        onClick={event => {
          const word = (event.target as HTMLElement).closest<HTMLElement>('[data-second]')
          // Whoever selects words wants to copy them.
          if (!word || getSelection()?.isCollapsed === false) return
          playing.seek(Number(word.dataset.second))
          follow(true)
        }}
        className="size-full overflow-y-auto focus-visible:-outline-offset-2"
      >
        <ol ref={list} className="mx-auto flex max-w-3xl flex-col gap-1 px-3 py-4 sm:px-6">
          {lines.map((line, at) => (
            <LineView
              key={`${line.start}-${line.words[0]?.from ?? at}`}
              line={line}
              playing={at === current ? playing : undefined}
              number={line.speaker === null ? -1 : labels.indexOf(line.speaker)}
              name={line.speaker === null ? '' : (speakers[line.speaker] ?? line.speaker)}
              first={labels.length > 0 && lines[at - 1]?.speaker !== line.speaker}
              hasSpeakers={labels.length > 0}
              cited={cited}
            />
          ))}
        </ol>
      </div>
      {!following && (
        <Button icon={ArrowDownToLine} onClick={() => follow(true)} className="absolute right-4 bottom-4 shadow-float">
          {t.follow}
        </Button>
      )}
    </div>
  )
}

interface LineProps {
  line: TranscriptLine
  /** Of the line that is being said. */
  playing: Playing | undefined
  number: number
  name: string
  /** The first of several by one speaker. */
  first: boolean
  hasSpeakers: boolean
  cited: [number, number] | undefined
}

const LineView = memo(function LineView({ line, playing, number, name, first, hasSpeakers, cited }: LineProps) {
  const t = recordingWords.use()
  const second = formatSecond(line.start)
  return (
    <li
      aria-current={playing ? 'true' : undefined}
      className={cx(
        'grid grid-cols-[3.25rem_1fr] gap-x-2 rounded px-2 py-1 [contain-intrinsic-size:auto_2.25rem] [content-visibility:auto]',
        playing && 'bg-accent-soft',
        first && 'mt-2',
      )}
    >
      {first && (
        <p className="col-start-2 flex items-center gap-1.5 text-sm font-medium">
          <SpeakerMark number={number} /> {number < 0 ? t.unknownSpeaker : speakerName(t, name, number)}
        </p>
      )}
      <button
        type="button"
        data-second={line.start}
        aria-label={t.playFrom(second)}
        className="figures col-start-1 h-6 rounded-sm text-left text-xs text-ink-soft hover:text-accent-ink hover:underline"
      >
        {second}
      </button>
      <p className="text-base leading-relaxed [overflow-wrap:anywhere]">
        {playing ? (
          <SaidWords line={line} playing={playing} cited={cited} />
        ) : (
          <PlainWords line={line} current={-1} cited={cited} />
        )}
        {hasSpeakers && line.uncertain && (
          <span title={t.uncertainText} className="ml-1.5 inline-block align-middle">
            <Badge look="careful">{t.uncertain}</Badge>
          </span>
        )}
      </p>
    </li>
  )
})

interface WordsProps {
  line: TranscriptLine
  current: number
  cited: [number, number] | undefined
}

function SaidWords({ line, playing, cited }: Omit<WordsProps, 'current'> & { playing: Playing }) {
  const current = useStore(playing.second, second => begunAt(line.words, second))
  return <PlainWords line={line} current={current} cited={cited} />
}

const PlainWords = ({ line, current, cited }: WordsProps) =>
  line.words.map((word, at) => (
    <span key={word.from}>
      <span
        data-second={word.start}
        data-said={at === current || undefined}
        data-cited={(cited && word.from < cited[1] && word.to > cited[0]) || undefined}
        className="cursor-pointer rounded-sm decoration-2 underline-offset-4 hover:underline data-cited:bg-careful-soft data-said:font-medium data-said:text-accent-ink data-said:underline"
      >
        {word.text}
      </span>{' '}
    </span>
  ))
