import { addressOf } from '../lib/base.ts'
import type { Listed } from './files.ts'

/** What the service can draw a picture of. */
const DRAWN = new Set(['image', 'video', 'pdf', 'document', 'spreadsheet', 'presentation'])

type Pictured = Pick<Listed, 'id' | 'kind' | 'version' | 'deleted_at' | 'size'>

/** Where a picture of the file can be had; undefined shows the kind's icon. */
export function previewUrl(file: Pictured, size: 256 | 1024 = 256): string | undefined {
  if (file.deleted_at || file.size === 0 || !DRAWN.has(file.kind)) return undefined
  return addressOf(`/v1/objects/${file.id}/preview?size=${size}&v=${file.version}`)
}
