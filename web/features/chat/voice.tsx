import { LoaderCircle, Mic, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, get, post, postForm } from '../../api/call.ts'
import type { FileObject } from '../../api/shapes.ts'
import { showError } from '../../files/change.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { formatSecond } from '../recordings/index.ts'
import { chatWords } from './words.ts'

/** The sound goes to our own service and nowhere else; see docs/decisions. */
const able = () => 'MediaRecorder' in window && navigator.mediaDevices !== undefined
const LONGEST_S = 120
const LOOK_MS = 700

type State = 'idle' | 'listening' | 'writing'

/** Speaking in place of typing: what was transcribed is put into the box, to be read before it is sent. */
export function Voice({ onTranscribed }: { onTranscribed: (text: string) => void }) {
  const t = chatWords.use()
  const [state, setState] = useState<State>('idle')
  const [second, setSecond] = useState(0)
  const recorder = useRef<MediaRecorder>(undefined)
  const gone = useRef<AbortController>(undefined)
  useEffect(() => {
    const abort = new AbortController()
    gone.current = abort
    return () => {
      abort.abort()
      if (recorder.current?.state === 'recording') recorder.current.stop()
    }
  }, [])
  useEffect(() => {
    if (state !== 'listening') return
    const timer = setInterval(() => setSecond(now => now + 1), 1000)
    return () => clearInterval(timer)
  }, [state])
  useEffect(() => {
    if (second >= LONGEST_S) recorder.current?.stop()
  }, [second])

  const write = async (sound: Blob) => {
    const { signal } = gone.current!
    if (signal.aborted) return
    setState('writing')
    try {
      const text = await writtenDown(sound, signal)
      if (text === '') toast(t.noSpeech)
      else onTranscribed(text)
    } catch (error) {
      if (!signal.aborted) showError(error)
    }
    setState('idle')
  }
  const listen = async () => {
    try {
      recorder.current = await record(sound => void write(sound))
      setSecond(0)
      setState('listening')
    } catch {
      toast(t.noMicrophone, { wrong: true })
    }
  }
  if (!able()) return null
  if (state === 'writing')
    return (
      <span role="status" className="flex items-center gap-1.5 px-2 text-sm text-ink-soft">
        <LoaderCircle aria-hidden className="size-4 animate-spin" /> {t.writing}
      </span>
    )
  if (state === 'listening')
    return (
      <span className="figures flex items-center gap-1 text-sm text-wrong">
        <IconButton
          icon={Square}
          label={t.stopSpeaking}
          onClick={() => recorder.current?.stop()}
          className="text-wrong!"
        />
        <span role="timer">{formatSecond(second)}</span>
      </span>
    )
  return <IconButton icon={Mic} label={t.speak} onClick={() => void listen()} />
}

async function record(onSound: (sound: Blob) => void): Promise<MediaRecorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const made = new MediaRecorder(stream)
  const parts: Blob[] = []
  made.ondataavailable = ({ data }) => parts.push(data)
  made.onstop = () => {
    for (const track of stream.getTracks()) track.stop()
    onSound(new Blob(parts, { type: made.mimeType }))
  }
  made.start()
  return made
}

/** Sent as an attachment, read by the service, and removed for good once its words are here. */
async function writtenDown(sound: Blob, signal: AbortSignal): Promise<string> {
  const form = new FormData()
  form.append('file', sound, /mp4/.test(sound.type) ? 'voice.m4a' : 'voice.webm')
  const { id } = await postForm('/v1/objects?chat_only=true', form)
  try {
    const file = await readFile(id, signal)
    if (file.status === 'failed') throw new ApiError(0, 'unheard', file.error ?? '')
    return (await get(`/v1/objects/${id}/text`)).text.replace(/\s+/g, ' ').trim()
  } finally {
    for (const action of ['trash', 'permanent'] as const)
      await post('/v1/objects/bulk', { object_ids: [id], action }).catch(() => {})
  }
}

async function readFile(id: string, signal: AbortSignal): Promise<FileObject> {
  for (;;) {
    const file = await get(`/v1/objects/${id}`, signal)
    if (file.status !== 'pending') return file
    await new Promise(done => setTimeout(done, LOOK_MS))
  }
}
