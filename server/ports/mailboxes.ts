/** Letters in a mailbox of a person, at an address of theirs (IMAP). */

export interface MailboxSettings {
  host: string
  port: number
  /** Encrypted from the first byte, or from the first command on; never in the clear. */
  security: 'tls' | 'starttls'
  username: string
  password: string
  folder: string
}

/** What is done with a letter that was taken. */
export type Settling = { how: 'none' | 'seen' | 'flagged' } | { how: 'move'; to: string }

export interface LetterNote {
  uid: number
  size: number
}

export interface MailFolder {
  /** While it stays the same, a UID means the same letter. */
  uidValidity: string
  /** The next letters behind a UID, by UID. */
  after(uid: number, most: number): Promise<LetterNote[]>
  /** Nothing where it has gone meanwhile. */
  read(uid: number): Promise<Buffer | undefined>
  /** Doing it twice is doing it once. */
  settle(uid: number, settling: Settling): Promise<void>
}

export type MailboxTrouble =
  | 'unknown_host'
  | 'unreachable'
  | 'private'
  | 'timed_out'
  | 'certificate'
  | 'no_tls'
  | 'login'
  | 'no_folder'
  | 'no_move'
  | 'broken'

export class MailboxFailure extends Error {
  override name = 'MailboxFailure'
  constructor(readonly trouble: MailboxTrouble) {
    super(trouble)
  }
}

export interface Mailboxes {
  /** Signs in, opens the folder, and signs out again when the work is done. Throws MailboxFailure. */
  within<T>(settings: MailboxSettings, signal: AbortSignal, work: (folder: MailFolder) => Promise<T>): Promise<T>
}

/** A letter is held in memory; no mail server passes a longer one on. */
export const LONGEST_LETTER = 48 * 1024 * 1024
