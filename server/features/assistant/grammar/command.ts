import type { When } from '../../../lib/when/find.ts'

export type Intent =
  | 'convert'
  | 'find'
  | 'open'
  | 'rename'
  | 'move'
  | 'merge'
  | 'remind'
  | 'schedule'
  | 'reschedule'
  | 'cancel_event'
  | 'task'
  | 'close_task'
  | 'tasks_from_file'
  | 'summarise'
  | 'agenda'
  | 'ask'
  | 'trash'
  | 'restore'
  | 'hide'
  | 'unhide'
  | 'share'
  | 'tag'
  | 'make_folder'
  | 'make_theme'
  | 'pdf'
  | 'remember'
  | 'forget'
  | 'memories'
  | 'web_search'
  | 'fetch_page'
  | 'undo'
  | 'unknown'

/** A sentence, understood as far as words alone go: names are still words, nothing is looked up. */
export interface Command {
  intent: Intent
  lang: 'ru' | 'en'
  /** What it names, as the person wrote it. */
  target: string
  /** Several things, where several are named. */
  targets: string[]
  /** The new name, the folder, the tags. */
  to: string
  /** The folder was named before: "put it there". */
  there: boolean
  fmt: string
  /** A PDF operation. */
  op: string
  pages: string
  angle: number | null
  password: string
  assignee: string
  when: When | undefined
}
