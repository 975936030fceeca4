import type { Schemas } from './openapi.ts'

/** What the service answers, under the names that the page uses. */

/** None is missing: a new one does not compile before it stands here. */
export const KINDS = Object.keys({
  pdf: 1,
  document: 1,
  spreadsheet: 1,
  presentation: 1,
  text: 1,
  image: 1,
  audio: 1,
  video: 1,
  email: 1,
  archive: 1,
  other: 1,
} satisfies Record<Kind, 1>) as Kind[]

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
export type NoticeKind = Schemas['NoticeOut']['kind']
export type NoticeWay = 'page' | 'mail' | 'none'
export type Settings = Omit<Schemas['SettingsOut'], 'prefs'> & {
  prefs: {
    language?: 'ru' | 'en'
    agent_confirm?: 'destructive' | 'all'
    notices?: Partial<Record<NoticeKind, NoticeWay>>
  }
}

/** A page of a list, whatever it is of. */
export type Page<T> = Omit<Schemas['ObjectPage'], 'items' | 'total_is_exact'> & { items: T[] }
