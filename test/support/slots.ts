import type { QueueName } from '../../server/lib/queues.ts'

/** So many slots for the ordinary work, one for every other kind. */
export const slotsOf = (main: number): Record<QueueName, number> => ({
  main,
  heavy: 1,
  scans: 1,
  office: 1,
  recordings: 1,
  documents: 1,
  outbound: 1,
  vectors: 1,
  agent: 1,
  listening: 1,
  backup: 1,
  mailboxes: 1,
})
