import type { DuplicateChoice, UploadItem } from './items.ts'
import { uploadWords } from './words.ts'

/** What systems leave behind for themselves is nobody's file. */
export const LEFT_BEHIND = /^(\.DS_Store|Thumbs\.db|desktop\.ini|~\$.{0,255})$/i

/** In the words of the service. */
export const WISHES: Record<DuplicateChoice | 'ask', { on_duplicate: string; on_name: string }> = {
  ask: { on_duplicate: 'ask', on_name: 'ask' },
  keep: { on_duplicate: 'keep', on_name: 'keep' },
  replace: { on_duplicate: 'keep', on_name: 'replace' },
  skip: { on_duplicate: 'skip', on_name: 'ask' },
}

interface Met {
  why: NonNullable<UploadItem['met']>
  /** What is there already. */
  objectId?: string
}

export function metOf(body: string | undefined): Met | undefined {
  try {
    const { code, object_id } = JSON.parse(body ?? '')
    return code === 'duplicate' || code === 'name_taken' ? { why: code, objectId: object_id } : undefined
  } catch {
    return undefined
  }
}

/** Why the service refused a file. */
export function wordsOf(body: string | undefined, status: number): string {
  const t = uploadWords.now()
  if (status === 0) return t.noConnection
  try {
    const { detail } = JSON.parse(body ?? '')
    return Array.isArray(detail) ? detail[0].msg : detail
  } catch {
    return t.refused
  }
}
