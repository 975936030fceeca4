import { Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Schemas } from '../../api/openapi.ts'
import type { OwnFile } from '../../api/reply.ts'
import { isEditable } from '../../files/given.ts'
import { addressOf } from '../../lib/base.ts'
import { useStore } from '../../lib/store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Failed, messageOf, Notice, Progress } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { TakeAway } from './export.tsx'
import { formatSecond, linesOf, secondOf } from './lines.ts'
import { type Playing, usePlaying } from './playing.ts'
import {
  refreshRecording,
  type TranscriptionState,
  useDiarization,
  usePeaks,
  useTranscript,
  useTranscription,
} from './recording.ts'
import { Speakers } from './speakers.tsx'
import { TranscriptView } from './transcript.tsx'
import { Waveform } from './waveform.tsx'
import { recordingWords } from './words.ts'

interface PlayerProps {
  file: Pick<Schemas['SharePublicObject'], 'id' | 'filename' | 'kind' | 'status' | 'text_view'> &
    Partial<Pick<Schemas['ObjectDetail'], 'error' | 'access'>>
  base: OwnFile
  source: string
  /** The text that was written down, once it is. */
  text: string | undefined
  cited: [number, number] | undefined
  /** Where a link points, in seconds. */
  second: number | undefined
}

const SPEEDS = [0.75, 1, 1.25, 1.5, 2]

/** A recording: how loud it is, who speaks, and what is said while it is said. */
export default function Player({ file, base, source, text, cited, second }: PlayerProps) {
  const t = recordingWords.use()
  const media = useRef<HTMLMediaElement>(null)
  const playing = usePlaying(media)
  const [broken, setBroken] = useState(false)
  const { access = 'owner' } = file
  const reading = file.status === 'pending'
  const written = file.text_view && file.status === 'ready'
  const peaks = usePeaks(base)
  const transcript = useTranscript(base, written)
  const speakers = useDiarization(base)
  const transcription = useTranscription(base, reading)
  const measured = useStore(playing.length)
  const length = peaks.data?.duration_s || measured
  const diarization = speakers.data
  const lines = useMemo(
    () => (text !== undefined && transcript.data ? linesOf(text, transcript.data, diarization) : []),
    [text, transcript.data, diarization],
  )
  const wanted = second ?? (transcript.data && secondOf(transcript.data, cited))
  useEffect(() => {
    if (wanted !== undefined) playing.seek(wanted)
  }, [wanted, playing])
  const { data: writing, dataUpdatedAt } = transcription
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each look
  useEffect(() => {
    if (reading && writing && writing.state !== 'running')
      void client.invalidateQueries({ queryKey: ['file', file.id] })
  }, [reading, writing, dataUpdatedAt, file.id])
  // What was read meanwhile is asked for once it is there.
  useEffect(() => {
    if (!reading) void refreshRecording(base)
  }, [reading, base])
  const labels = diarization?.ready ? Object.keys(diarization.speakers) : []
  const shared = { src: addressOf(source), preload: 'metadata', onError: () => setBroken(true) } as const
  return (
    <div className="flex size-full flex-col">
      <div className="flex shrink-0 flex-col items-center border-b border-line bg-surface px-3 py-3 sm:px-6">
        <div className="flex w-full max-w-3xl flex-col gap-2">
          {file.kind === 'video' ? (
            <video
              ref={media as React.RefObject<HTMLVideoElement>}
              {...shared}
              controls
              playsInline
              aria-label={file.filename}
              className="max-h-[38vh] w-full rounded bg-sunken"
            />
          ) : (
            <audio ref={media as React.RefObject<HTMLAudioElement>} {...shared} aria-label={file.filename} />
          )}
          {broken && <Notice look="careful">{t.unplayable}</Notice>}
          {length > 0 && (
            <Waveform
              peaks={peaks.data?.peaks ?? []}
              length={length}
              playing={playing}
              lines={lines}
              speakers={labels}
            />
          )}
          <Controls playing={playing} length={length} media={media}>
            {diarization && length > 0 && !peaks.error && (
              <Speakers id={file.id} base={base} diarization={diarization} access={access} />
            )}
            <TakeAway
              base={base}
              transcript={transcript.data}
              text={text}
              playing={playing}
              editable={isEditable({ access })}
            />
          </Controls>
          {reading && transcription.data && <Writing base={base} state={transcription.data} />}
          {file.status !== 'pending' && file.error && <Notice look="careful">{file.error}</Notice>}
        </div>
      </div>
      <div className="min-h-0 flex-1">
        {transcript.error ? (
          <Failed error={transcript.error} onRetry={() => void transcript.refetch()} />
        ) : lines.length > 0 ? (
          <TranscriptView
            lines={lines}
            speakers={diarization?.ready ? diarization.speakers : {}}
            playing={playing}
            cited={cited}
          />
        ) : (
          file.status === 'ready' &&
          !written &&
          !file.error && <p className="p-6 text-center text-base text-ink-soft">{t.nothingSaid}</p>
        )}
      </div>
      {lines.length > 0 && transcription.data?.model && (
        <p className="shrink-0 truncate border-t border-line px-3 py-1 text-center text-xs text-ink-faint">
          {t.byItself}
        </p>
      )}
    </div>
  )
}

interface ControlsProps {
  playing: Playing
  length: number
  media: React.RefObject<HTMLMediaElement | null>
  children: ReactNode
}

function Controls({ playing, length, media, children }: ControlsProps) {
  const t = recordingWords.use()
  const running = useStore(playing.running)
  // By whole seconds: the figures need no more.
  const second = useStore(playing.second, Math.floor)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <IconButton
        icon={running ? Pause : Play}
        label={running ? t.pause : t.play}
        onClick={playing.toggle}
        className="bg-accent text-on-accent hover:bg-accent-hover hover:text-on-accent"
      />
      <span className="figures text-sm text-ink-soft">
        {formatSecond(second)} / {formatSecond(length)}
      </span>
      <select
        aria-label={t.speed}
        defaultValue={1}
        onChange={event => {
          if (media.current) media.current.playbackRate = Number(event.target.value)
        }}
        className="touchable figures h-8 rounded border border-line bg-surface px-1.5 text-sm text-ink"
      >
        {SPEEDS.map(speed => (
          <option key={speed} value={speed}>
            {speed}×
          </option>
        ))}
      </select>
      <div className="min-w-0 flex-1 basis-64">{children}</div>
    </div>
  )
}

function Writing({ base, state }: { base: OwnFile; state: TranscriptionState }) {
  const t = recordingWords.use()
  const [error, setError] = useState('')
  const running = state.state === 'running'
  const total = state.seconds_total ?? 0
  const stop = async () => {
    try {
      await remove(`${base}/transcription`)
      toast(t.stopped)
    } catch (caught) {
      setError(messageOf(caught))
    }
    void refreshRecording(base)
    void client.invalidateQueries({ queryKey: ['file'] })
  }
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="figures text-sm text-ink-soft">
        {running ? t.writing : t.writingWaits}
        {running && total > 0 && `: ${t.written(formatSecond(state.seconds_done), formatSecond(total))}`}
      </p>
      <div className="min-w-24 flex-1">
        <Progress label={t.writing} value={total > 0 ? Math.min(1, state.seconds_done / total) : 0} />
      </div>
      {running && <Button onClick={() => void stop()}>{t.stop}</Button>}
      {error && <p className="w-full text-sm text-wrong">{error}</p>}
    </div>
  )
}
