import { get, postForm } from '../../api/call.ts'
import { onEvents } from '../../api/events.ts'
import type { Schemas } from '../../api/openapi.ts'
import { showError } from '../../files/change.ts'
import { store } from '../../lib/store.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshCalendar } from './agenda.ts'
import { calendarWords } from './words.ts'

type Report = Schemas['CalendarImportReport']

/** How far the taking of a large file is, from 0 to 1; undefined while none is taken. */
export const importing = store<number | undefined>(undefined)

const AGAIN_MS = 1000

/** A calendar file of the device; the same file twice changes nothing. */
export async function importFile(): Promise<void> {
  const file = await chosenFile()
  if (!file) return
  const t = calendarWords.now()
  const form = new FormData()
  form.append('file', file)
  try {
    // How far a large file is can be seen, so nobody has to wait for the answer.
    const reply = await postForm('/v1/calendar/import', form, { prefer: 'respond-async' })
    const report = reply.task_id ? await followed(reply.task_id) : reply
    toast(t.imported(report.created, report.updated))
    if (report.failed.length > 0)
      toast(`${t.importFailed(report.failed.length)}: ${report.failed[0]!.reason}`, { wrong: true })
    refreshCalendar()
  } catch (error) {
    showError(error)
  }
}

/** Events tell of the progress, and whoever misses them asks now and then. */
async function followed(task: string): Promise<Report> {
  importing.set(0)
  const leave = onEvents(events => {
    for (const event of events)
      if (event.type === 'task.progress' && event.task_id === task) importing.set(event.progress)
  })
  try {
    for (;;) {
      const status = await get(`/v1/tasks-status/${task}`)
      if (status.report && 'created' in status.report) return status.report
      if (status.done) throw new Error(status.error ?? '')
      importing.set(now => Math.max(now ?? 0, status.progress))
      await new Promise(done => setTimeout(done, AGAIN_MS))
    }
  } finally {
    leave()
    importing.set(undefined)
  }
}

function chosenFile(): Promise<File | undefined> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.ics,text/calendar'
  return new Promise(resolve => {
    input.addEventListener('change', () => resolve(input.files?.[0]))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })
}
