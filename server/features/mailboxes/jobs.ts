import { z } from 'zod'
import { job } from '../../jobs/declare.ts'

export const lookIntoMailboxes = job('mailboxes.look', z.object({}))

export const fetchMailbox = job('mailbox.fetch', z.object({ mailboxId: z.string() }), {
  queue: 'mailboxes',
  attempts: 3,
})
