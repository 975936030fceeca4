import { request } from '../../api/call.ts'
import { tellError } from '../../files/change.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshCalendar } from './agenda.ts'
import { calendarWords } from './words.ts'

interface Report {
  created: number
  updated: number
  failed: { reason: string }[]
}

/** A calendar file of the device; the same file twice changes nothing. */
export async function importFile(): Promise<void> {
  const file = await chosenFile()
  if (!file) return
  const t = calendarWords.now()
  const form = new FormData()
  form.append('file', file)
  try {
    const report = (await (await request('POST', '/v1/calendar/import', { raw: form })).json()) as Report
    toast(t.imported(report.created, report.updated))
    if (report.failed.length > 0)
      toast(`${t.importFailed(report.failed.length)}: ${report.failed[0]!.reason}`, { wrong: true })
    refreshCalendar()
  } catch (error) {
    tellError(error)
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
