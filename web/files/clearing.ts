import { get } from '../api/call.ts'
import { onEvents } from '../api/events.ts'
import { store } from '../lib/store.ts'
import { refreshListings } from './files.ts'

/** What the service goes on clearing away after the call was answered: a full trash, a large folder. */

interface Clearing {
  task: string
  what: 'trash' | 'folder'
  /** 0..1 */
  progress: number
}

export const clearing = store<Clearing | undefined>(undefined)

const AGAIN_MS = 2000

/** Follows it to its end; events tell of the progress, and whoever misses them asks now and then. */
export async function followClearing(task: string | undefined, what: Clearing['what']): Promise<void> {
  if (!task) return
  clearing.set({ task, what, progress: 0 })
  const show = (progress: number) => {
    if (clearing.get()?.task === task) clearing.set({ task, what, progress })
  }
  const leave = onEvents(events => {
    for (const event of events) if (event.type === 'task.progress' && event.task_id === task) show(event.progress)
  })
  try {
    for (;;) {
      const status = await get<'GET /v1/tasks-status/{task_id}'>(`/v1/tasks-status/${task}`)
      if (status.done) break
      show(Math.max(status.progress, clearing.get()?.progress ?? 0))
      await new Promise(done => setTimeout(done, AGAIN_MS))
    }
  } finally {
    leave()
    if (clearing.get()?.task === task) clearing.set(undefined)
    refreshListings(key => key.place.kind === 'trash')
  }
}
