import { type Handler, handle } from '../../jobs/declare.ts'
import { fetchLetters, lookIntoAll } from './fetch.ts'
import { fetchMailbox, lookIntoMailboxes } from './jobs.ts'

export { resealMailboxes } from './connect.ts'
export { fetchMailbox, lookIntoMailboxes } from './jobs.ts'
export { mailboxRoutes } from './routes.ts'

export const mailboxHandlers: Handler[] = [
  handle(lookIntoMailboxes, context => lookIntoAll(context)),
  handle(fetchMailbox, (context, { mailboxId }, run) => fetchLetters(context, run, mailboxId)),
]
