/** What somebody has written to the bot, or which button they have pressed. */
export interface MessengerMessage {
  chatId: number
  userId: number
  name: string
  username: string
  language: string
  text: string
  /** Of a button: what it stands for, and what has to be answered. */
  pressed?: { data: string; id: string }
}

export interface Button {
  label: string
  data: string
}

/** A messenger in which owners can be reached, and can talk. */
export interface Messenger {
  /** False until one is configured. */
  isOn: boolean
  /** Whether this owner has connected it. */
  reaches(ownerId: string): Promise<boolean>
  send(ownerId: string, text: string): Promise<void>
  /** To a chat, with buttons below the text. */
  say(chatId: number, text: string, buttons?: Button[]): Promise<void>
  /** A pressed button stops waiting. */
  acknowledge(pressedId: string): Promise<void>
  /** Waits a while for what people write, from `from` on; `next` is where to go on. */
  listen(
    from: number,
    signal: AbortSignal,
  ): Promise<{ messages: { at: number; message: MessengerMessage }[]; next: number }>
}
