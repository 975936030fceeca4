import { useEffect, useRef, useState } from 'react'
import { get, post, remove } from '../../api/call.ts'
import { onEvents } from '../../api/events.ts'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshRecording } from './recording.ts'
import { recordingWords } from './words.ts'

interface Status {
  state: string
  done: boolean
  ok: boolean
}

interface Telling {
  task: string
  waiting: boolean
  progress: number
}

const sleep = (ms: number) => new Promise(done => setTimeout(done, ms))

/** A diarization that was begun here, followed to its end. */
export function useTelling(base: string) {
  const [now, setNow] = useState<Telling>()
  const [error, setError] = useState('')
  const gone = useRef(false)
  const stopped = useRef(false)
  useEffect(() => {
    gone.current = false
    const leave = onEvents(events => {
      for (const { type, task_id, progress } of events)
        if (type === 'task.progress')
          setNow(now => (now && now.task === task_id ? { ...now, progress: Number(progress) } : now))
    })
    return () => {
      gone.current = true
      leave()
    }
  }, [])
  const follow = async (task: string) => {
    for (let pause = 300; !gone.current; pause = Math.min(2000, pause * 1.3)) {
      const status = await get<Status>(`${base}/diarize-status/${task}`)
      if (status.done) {
        if (status.ok) toast(recordingWords.now().told)
        else if (!stopped.current) setError(recordingWords.now().tellFailed)
        return
      }
      setNow(now => now && { ...now, waiting: status.state === 'PENDING' })
      await sleep(pause)
    }
  }
  const start = async (speakers: number | undefined) => {
    setError('')
    stopped.current = false
    try {
      const { task_id } = await post<{ task_id: string }>(`${base}/diarize`, speakers ? { speakers } : {})
      setNow({ task: task_id, waiting: true, progress: 0 })
      await follow(task_id)
    } catch (caught) {
      setError(messageOf(caught))
    }
    setNow(undefined)
    await refreshRecording(base)
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
