import { addressOf } from '../lib/base.ts'
import type { ListedPages } from './files.ts'

/** What the service can draw a picture of. */
const DRAWN = new Set(['image', 'video', 'pdf', 'document', 'spreadsheet', 'presentation'])
/** Small, their first lines look like an empty sheet; and most recordings have no cover, so that a list would ask for many in vain. */
const DRAWN_LARGE = new Set(['email', 'text', 'audio'])

type Pictured = Pick<ListedPages, 'id' | 'kind' | 'version' | 'deleted_at' | 'size'>

const isDrawn = (kind: string, size: number) => DRAWN.has(kind) || (size === 1024 && DRAWN_LARGE.has(kind))

/** Where a picture of the file can be had; undefined shows the kind's icon. */
export function previewUrl(file: Pictured, size: 256 | 1024 = 256): string | undefined {
  if (file.deleted_at || file.size === 0 || !isDrawn(file.kind, size)) return undefined
  return addressOf(`/v1/objects/${file.id}/preview?size=${size}&v=${file.version}`)
}
