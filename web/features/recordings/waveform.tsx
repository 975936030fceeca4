import { memo, useId, useMemo } from 'react'
import { useStore } from '../../lib/store.ts'
import { formatSecond, type TranscriptLine } from './lines.ts'
import type { Playing } from './playing.ts'
import { voiceOf } from './voice-colours.ts'
import { recordingWords } from './words.ts'

interface WaveformProps {
  peaks: number[]
  length: number
  playing: Playing
  lines: TranscriptLine[]
  speakers: string[]
}

const BARS = 320
const HEIGHT = 100

/** Until it is known. */
const QUIET: number[] = Array.from({ length: BARS }, () => 0)

/** The loudest of each stretch, as bars around the middle. */
function barsOf(peaks: number[]): { count: number; path: string } {
  const count = Math.min(BARS, peaks.length)
  const top = Math.max(0.05, ...peaks)
  const bars = Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((at + 1) * peaks.length) / count))
    const half = Math.max(1, (Math.max(...peaks.slice(from, to)) / top) * (HEIGHT / 2 - 2))
    return `M${at + 0.2} ${HEIGHT / 2 - half}h.6v${2 * half}h-.6z`
  })
  return { count, path: bars.join('') }
}

const STEPS: Record<string, number> = {
  ArrowLeft: -5,
  ArrowRight: 5,
  ArrowDown: -5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
}

/** How loud it is over its length, and where one is: pressed, dragged, or moved by the arrow keys. */
export function Waveform({ peaks, length, playing, lines, speakers }: WaveformProps) {
  const t = recordingWords.use()
  const second = useStore(playing.second)
  const clip = useId()
  const { count, path } = useMemo(() => barsOf(peaks.length > 0 ? peaks : QUIET), [peaks])
  const done = length > 0 ? Math.min(1, second / length) : 0
  const point = (event: React.PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    playing.seek(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * length)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t.position}
      aria-valuemin={0}
      aria-valuemax={Math.round(length)}
      aria-valuenow={Math.min(Math.round(length), Math.round(second))}
      aria-valuetext={t.secondOf(formatSecond(second), formatSecond(length))}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        point(event)
      }}
      onPointerMove={event => event.currentTarget.hasPointerCapture(event.pointerId) && point(event)}
      onKeyDown={event => {
        const step = STEPS[event.key]
        if (step !== undefined) playing.seek(Math.min(length, second + step))
        else if (event.key === 'Home') playing.seek(0)
        else if (event.key === 'End') playing.seek(length)
        else if (event.key === ' ') playing.toggle()
        else return
        // The arrows would turn to the next file.
        event.stopPropagation()
        event.preventDefault()
      }}
      className="w-full cursor-pointer touch-none rounded"
    >
      <svg
        aria-hidden
        viewBox={`0 0 ${Math.max(1, count)} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-16 w-full"
      >
        <clipPath id={clip}>
          <rect width={done * count} height={HEIGHT} />
        </clipPath>
        <path d={path} className="fill-line-strong" />
        <path d={path} className="fill-accent" clipPath={`url(#${clip})`} />
      </svg>
      {speakers.length > 0 && <Lanes lines={lines} speakers={speakers} length={length} />}
    </div>
  )
}

/** Below it, a lane for each speaker: where it stands tells who, and not the colour alone. */
const Lanes = memo(function Lanes({
  lines,
  speakers,
  length,
}: {
  lines: TranscriptLine[]
  speakers: string[]
  length: number
}) {
  return (
    <div aria-hidden className="flex flex-col gap-0.5 pt-1">
      {speakers.map((label, at) => (
        <svg
          key={label}
          viewBox="0 0 1000 1"
          preserveAspectRatio="none"
          className="block h-1.5 w-full rounded-full bg-press"
        >
          {lines
            .filter(line => line.speaker === label)
            .map(line => (
              <rect
                key={`${line.start}-${line.end}`}
                x={(line.start / length) * 1000}
                width={Math.max(1, ((line.end - line.start) / length) * 1000)}
                height={1}
                className={voiceOf(at).fill}
                opacity={line.uncertain ? 0.45 : 1}
              />
            ))}
        </svg>
      ))}
    </div>
  )
})
