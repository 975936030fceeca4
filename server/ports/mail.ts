export interface MailMessage {
  to: string
  subject: string
  text: string
  /** The same message sent twice carries the same id, so that a mail program can show it once. */
  messageId: string
}

export interface Mail {
  /** False until a mail server is configured. */
  isOn: boolean
  send(message: MailMessage): Promise<void>
}
