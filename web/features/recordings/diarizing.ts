import { useEffect, useRef, useState } from 'react'
import { get, post, remove } from '../../api/call.ts'
import { onEvents } from '../../api/events.ts'
import type { Schemas } from '../../api/openapi.ts'
import type { OwnFile } from '../../api/reply.ts'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshRecording } from './recording.ts'
import { recordingWords } from './words.ts'

type Status = Schemas['DiarizeStatus']

interface Diarizing {
  task: string
  waiting: boolean
  progress: number
}

const sleep = (ms: number) => new Promise(done => setTimeout(done, ms))

/** What is under way, by recording: whoever closes it and comes back finds it going on. */
const begun = new Map<string, string>()

/** Undefined when nobody looks any more. */
async function followed(
  path: `${OwnFile}/diarize-status/${string}`,
  onStatus: (waiting: boolean) => boolean,
): Promise<Status | undefined> {
  for (let pause = 300; ; pause = Math.min(2000, pause * 1.3)) {
    const status = await get(path)
    if (status.done) return status
    if (!onStatus(status.state === 'PENDING')) return undefined
    await sleep(pause)
  }
}

/** A diarization that is under way, followed to its end. */
export function useDiarizing(base: OwnFile) {
  const [now, setNow] = useState<Diarizing>()
  const [error, setError] = useState('')
  const gone = useRef(false)
  const stopped = useRef(false)
  useEffect(() => {
    gone.current = false
    const leave = onEvents(events => {
      for (const event of events)
        if (event.type === 'task.progress')
          setNow(now => (now && now.task === event.task_id ? { ...now, progress: event.progress } : now))
    })
    return () => {
      gone.current = true
      leave()
    }
  }, [])
  const follow = async (task: string) => {
    setNow({ task, waiting: true, progress: 0 })
    try {
      const ended = await followed(`${base}/diarize-status/${task}`, waiting => {
        setNow(now => now && { ...now, waiting })
        return !gone.current
      })
      if (!ended) return
      if (ended.ok) toast(recordingWords.now().told)
      else if (!stopped.current) setError(recordingWords.now().tellFailed)
    } catch (caught) {
      setError(messageOf(caught))
    }
    begun.delete(base)
    setNow(undefined)
    await refreshRecording(base)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken up once, when it is opened again
  useEffect(() => {
    const known = begun.get(base)
    if (known) return void follow(known)
    // Begun before the page was loaded anew, or elsewhere.
    get(`${base}/diarize-status`).then(
      ({ task_id }) => {
        if (task_id && !gone.current && !begun.has(base)) {
          begun.set(base, task_id)
          void follow(task_id)
        }
      },
      () => {},
    )
  }, [base])
  const start = async (speakers: number | undefined) => {
    setError('')
    stopped.current = false
    try {
      const { task_id } = await post(`${base}/diarize`, speakers ? { speakers } : {})
      begun.set(base, task_id)
      await follow(task_id)
    } catch (caught) {
      setError(messageOf(caught))
    }
  }
  const callOff = async () => {
    if (!now) return
    try {
      stopped.current = true
      await remove(`${base}/diarize-status/${now.task}`)
      toast(recordingWords.now().calledOff)
    } catch (caught) {
      setError(messageOf(caught))
    }
  }
  return {
    running: now !== undefined,
    waiting: now?.waiting ?? false,
    progress: now?.progress ?? 0,
    error,
    start,
    callOff,
  }
}
