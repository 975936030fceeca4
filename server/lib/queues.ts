/** The queues of jobs, each with slots of its own. */
export type QueueName =
  | 'main'
  | 'heavy'
  | 'scans'
  | 'office'
  | 'recordings'
  | 'documents'
  | 'outbound'
  | 'vectors'
  | 'agent'
  | 'listening'
  | 'backup'
  | 'mailboxes'

/** What is reached here belongs to others, and may be gone for good: there are attempts for that. */
export const OF_OTHERS = new Set<QueueName>(['outbound', 'mailboxes', 'agent', 'listening'])
