/** What the service answers, as far as the page uses it. */

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
] as const

export type Kind = (typeof KINDS)[number]
export type Status = 'pending' | 'ready' | 'failed'

export interface User {
  id: string
  email: string
  name: string
  role: 'user' | 'pro' | 'admin'
  tenant_id: string
  tariff: string
  disabled: boolean
  created_at: string
}

export interface AuthState {
  first_run: boolean
  /** The first account has to show the code that the service prints at start. */
  setup_code?: boolean
  registration: 'invite' | 'open' | 'closed'
  user: User | null
  /** In which the service speaks to this user. */
  language: 'ru' | 'en' | null
  /** Empty while nobody has chosen one. */
  timezone?: string | null
}

export interface Enrichment {
  title: string
  description: string
  summary: string
  keywords: string[]
  doc_type: string
  language: string
  model: string
  entities: Record<string, unknown>
}

export interface FileObject {
  id: string
  filename: string
  kind: Kind
  mime: string
  size: number
  status: Status
  content_hash: string
  created_at: string
  updated_at: string
  display_name: string
  original_name: string
  name_locked: boolean
  categories: string[]
  enrichment: Enrichment | null
  has_corrections: boolean
  pdf_tools: boolean
  is_hidden: boolean
  needs_manual: boolean
  text_view: boolean
  version: number
  error: string | null
  suggested_name: string | null
  suggested_reason: string | null
  collection_id: string | null
  theme_id: string | null
  deleted_at: string | null
}

export interface Page<T> {
  items: T[]
  total: number
  next_cursor: string | null
}

export interface Folder {
  id: string
  name: string
  created_at: string
  icon: string
  is_hidden: boolean
  has_note: boolean
  object_count: number
  parent_id: string | null
  theme_id: string | null
  path: string
}

export interface Theme {
  id: string
  name: string
  created_at: string
  folder_count: number
  icon: string
  is_hidden: boolean
}

export interface Note {
  text: string
  updated_at: string
}

export interface BulkOutcome {
  done: string[]
  failed: { id: string; code: string }[]
}

export interface Settings {
  auto_rename_mode: 'auto' | 'dont_rename' | 'manual'
  calendar_reminders_messenger: boolean
  chat_memory: boolean
  prefs: { language?: 'ru' | 'en'; agent_confirm?: 'destructive' | 'all' }
  proactive: boolean
  timezone: string
  ui: Record<string, unknown>
}
