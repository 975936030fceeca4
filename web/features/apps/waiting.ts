import { onEvents } from '../../api/events.ts'

/** A program waits for a yes: it is said wherever one is; the words for it come only then. */
export const followWaiting = (openSession: (session: string) => void): (() => void) =>
  onEvents(events => {
    const waiting = events.filter(event => event.type === 'agent.waiting')
    if (waiting.length === 0) return
    void import('./waiting-toast.ts').then(({ showWaiting: tellWaiting }) => {
      for (const event of waiting) tellWaiting(event, () => openSession(event.session_id))
    })
  })
