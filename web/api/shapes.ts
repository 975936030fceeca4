import type { Schemas } from './openapi.ts'

/** What the service answers, under the names that the page uses. */

export const KINDS = [
  'pdf',
  'document',
  'spreadsheet',
  'presentation',
  'text',
  'image',
  'audio',
  'video',
  'email',
  'archive',
  'other',
] as const satisfies Kind[]

export type Kind = Schemas['ObjectDetail']['kind']
export type Status = Schemas['ObjectDetail']['status']
export type User = Schemas['UserOut']
/** What is asked only of the service may be missing from a state that the page makes itself. */
export type AuthState = Omit<Schemas['AuthState'], 'setup_code' | 'timezone'> &
  Partial<Pick<Schemas['AuthState'], 'setup_code' | 'timezone'>>
export type Enrichment = Schemas['EnrichmentOut']
export type FileObject = Schemas['ObjectDetail']
export type Folder = Schemas['CollectionOut']
export type Theme = Schemas['ThemeOut']
export type Tag = Schemas['TagOut']
export type Pin = Schemas['PinOut']
export type SavedSearch = Schemas['SavedSearchOut']
export type Facets = Schemas['FacetsOut']
export type BulkOutcome = Schemas['BulkOut']
export type NoticeKind = 'mention' | 'reply' | 'grant'
export type NoticeWay = 'page' | 'mail' | 'none'
export type Settings = Omit<Schemas['SettingsOut'], 'prefs'> & {
  prefs: {
    language?: 'ru' | 'en'
    agent_confirm?: 'destructive' | 'all'
    notices?: Partial<Record<NoticeKind, NoticeWay>>
  }
}

export interface Page<T> {
  items: T[]
  total: number
  next_cursor: string | null
}
