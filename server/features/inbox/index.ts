import { type Handler, handle } from '../../jobs/declare.ts'
import { lookIntoInbox } from './jobs.ts'
import { lookIntoAll } from './look.ts'

export { lookIntoInbox } from './jobs.ts'

export const inboxHandlers: Handler[] = [
  handle(lookIntoInbox, (context, _payload, { signal }) => lookIntoAll(context, signal)),
]
