import { store } from '../../lib/store.ts'

/** What becomes of a file that is there already. */
export type DuplicateChoice = 'skip' | 'replace' | 'keep'

/** What is on its way up. */
export interface UploadItem {
  id: string
  /** Who chose it: it is sent for nobody else. */
  owner: string
  /** When it was chosen; one after the other. */
  at: number
  name: string
  size: number
  sent: number
  state: 'waiting' | 'sending' | 'paused' | 'failed' | 'done' | 'lost' | 'asking' | 'skipped'
  /** What is there already: the same bytes, or another file of this name. */
  met?: 'duplicate' | 'name_taken'
  answer?: DuplicateChoice
  /** Why it failed, in words. */
  error?: string
  folderId?: string
  /** The address of the resumable upload. */
  url?: string
  /** Not put into any store of the browser: it goes into the hidden zone. */
  secret?: boolean
  /** It is there after a reload, too. */
  isKept?: boolean
  /** How often the line broke in a row. */
  breaks?: number
  /** It was sent before, and no answer came. */
  isAgain?: boolean
  /** A picture of text, which is recognised once it has come. */
  recognise?: boolean
}

export const items = store<UploadItem[]>([])

export const patchItem = (id: string, change: Partial<UploadItem>): void =>
  items.set(now => now.map(item => (item.id === id ? { ...item, ...change } : item)))

export const itemOf = (id: string): UploadItem | undefined => items.get().find(item => item.id === id)
