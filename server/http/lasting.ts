import type { Readable } from 'node:stream'
import type { Signals } from '../context.ts'

/** Other processes tell nothing: what they change is seen by looking. */
const LOOK_EVERY_MS = 500

/** Ends a stream in the middle when what it rests on does not hold any more: its reader gets no further byte. */
export function endWith(signals: Signals, body: Readable, holds: () => Promise<boolean>): void {
  let busy = false
  const look = async () => {
    if (busy) return
    busy = true
    // A database that is away for a moment takes nothing back.
    if (!(await holds().catch(() => true))) body.destroy(new Error('what was being read is not given any more'))
    busy = false
  }
  const stopListening = signals.on('events', () => void look())
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  body.once('close', () => {
    clearInterval(timer)
    stopListening()
  })
}
