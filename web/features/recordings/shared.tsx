import { useMemo, useRef, useState } from 'react'
import type { FileAddress } from '../../api/reply.ts'
import { addressOf } from '../../lib/base.ts'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Failed, Notice } from '../../ui/states.tsx'
import { linesOf } from './lines.ts'
import { usePlaying } from './playing.ts'
import { useTranscript } from './recording.ts'
import { TranscriptView } from './transcript.tsx'
import { recordingWords } from './words.ts'

interface SharedProps {
  file: { filename: string; kind: string }
  base: FileAddress
  source: string
  text: string | undefined
}

/** A recording behind a link: what is said follows the sound, and nothing can be changed. */
export default function SharedPlayer({ file, base, source, text }: SharedProps) {
  const t = recordingWords.use()
  const media = useRef<HTMLMediaElement>(null)
  const playing = usePlaying(media)
  const [broken, setBroken] = useState(false)
  const transcript = useTranscript(base, true)
  const lines = useMemo(
    () => (text !== undefined && transcript.data ? linesOf(text, transcript.data, undefined) : []),
    [text, transcript.data],
  )
  const shared = {
    src: addressOf(source),
    preload: 'metadata',
    controls: true,
    onError: () => setBroken(true),
  } as const
  return (
    <div className="flex size-full flex-col">
      <div className="flex shrink-0 flex-col items-center gap-3 border-b border-line p-4 sm:p-6">
        {file.kind === 'video' ? (
          <video
            ref={media as React.RefObject<HTMLVideoElement>}
            {...shared}
            playsInline
            aria-label={file.filename}
            className="max-h-[45vh] w-full max-w-3xl rounded bg-sunken"
          />
        ) : (
          <>
            {lines.length === 0 && <KindIcon kind="audio" className="size-14" />}
            <audio
              ref={media as React.RefObject<HTMLAudioElement>}
              {...shared}
              aria-label={file.filename}
              className="w-full max-w-3xl"
            />
          </>
        )}
        {broken && <Notice look="careful">{t.unplayable}</Notice>}
      </div>
      <div className="min-h-0 flex-1">
        {transcript.error ? (
          <Failed error={transcript.error} onRetry={() => void transcript.refetch()} />
        ) : (
          lines.length > 0 && <TranscriptView lines={lines} speakers={{}} playing={playing} cited={undefined} />
        )}
      </div>
    </div>
  )
}
