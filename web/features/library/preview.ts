import type { Listed } from './files.ts'

/** Pictures that the browser can show as they are, and that are small enough to be their own thumbnails. */
const PLAIN = /^image\/(png|jpeg|gif|webp|avif)$/
const SMALL = 3 * 1024 * 1024

/** Where a picture of the file can be had; undefined shows the kind's icon. */
export function previewUrl(file: Pick<Listed, 'id' | 'mime' | 'size' | 'version' | 'deleted_at'>): string | undefined {
  if (file.deleted_at || !PLAIN.test(file.mime) || file.size > SMALL) return undefined
  return `/v1/objects/${file.id}/content?disposition=inline&v=${file.version}`
}
