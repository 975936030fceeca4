import type { Readable } from 'node:stream'
import type { Signals } from '../context.ts'

/** Other processes send no signal to this one; their changes are noticed by polling. */
const LOOK_EVERY_MS = 500
/** Events of everybody come by: they are answered together. */
const GATHER_MS = 50

/** Ends a stream in the middle when what it rests on does not hold any more: its reader gets no further byte. */
export function endWith(signals: Signals, body: Readable, holds: () => Promise<boolean>): void {
  let busy = false
  let soon: NodeJS.Timeout | undefined
  const look = async () => {
    clearTimeout(soon)
    soon = undefined
    if (busy) return
    busy = true
    // If the database is briefly away, the stream goes on: that is no sign that access has ended.
    if (!(await holds().catch(() => true))) body.destroy(new Error('what was being read is not given any more'))
    busy = false
  }
  const stopListening = signals.on('events', () => {
    soon ??= setTimeout(() => void look(), GATHER_MS)
  })
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  body.once('close', () => {
    clearInterval(timer)
    clearTimeout(soon)
    stopListening()
  })
}
