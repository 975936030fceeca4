import { put } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { kept, store } from '../../lib/store.ts'
import { browserZone } from '../../lib/zone.ts'

/** The clock of this browser is not the one that the service counts by: somebody has travelled, or chosen so. */

interface Moved {
  from: string
  to: string
}

export const moved = store<Moved | undefined>(undefined)

/** What was answered before: the same question is not put twice. */
const answered = kept('zone-kept', '')

const offsetIn = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset', year: 'numeric' }).format(at)

/** Zones of other names can be the same clock, in winter as in summer. */
function sameClock(one: string, other: string): boolean {
  const year = new Date().getFullYear()
  return [new Date(year, 0, 15), new Date(year, 6, 15)].every(at => offsetIn(one, at) === offsetIn(other, at))
}

export function noticeZone(stored: string): void {
  const here = browserZone()
  // The same name is the same clock: to compare two, a phone needs a tenth of a second.
  if (here === '' || here === stored || answered.get() === `${stored} ${here}`) return
  try {
    if (!sameClock(stored, here)) moved.set({ from: stored, to: here })
  } catch {
    // A zone that the browser does not know is nothing to ask about.
  }
}

export function keepZone(): void {
  const asked = moved.get()
  if (asked) answered.set(`${asked.from} ${asked.to}`)
  moved.set(undefined)
}

export async function takeZone(): Promise<void> {
  const asked = moved.get()
  if (!asked) return
  client.setQueryData(['settings'], await put('/v1/settings', { timezone: asked.to }))
  moved.set(undefined)
  void client.invalidateQueries()
}
