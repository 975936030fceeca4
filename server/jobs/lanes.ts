/** Lines of work, each with slots of its own. */
export type Lane =
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
