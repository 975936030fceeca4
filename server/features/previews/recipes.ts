import type { StoredObject } from '../objects/index.ts'

export type Shape = 'thumbnail' | 'preview-256' | 'preview-1024' | 'pdf' | 'peaks' | 'cells'

/** Whence a picture comes: a page of the file, of the PDF made from it, the picture itself, a frame of it, or its cover. */
export type Recipe =
  | { from: 'pdf' | 'office-pdf' | 'beginning'; size: number; format: 'png' | 'jpeg' }
  | { from: 'picture' | 'film' | 'cover'; size: number }
  | { from: 'office' | 'sound' | 'sheets' | 'old-sheets' }

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN = 'application/vnd.oasis.opendocument'

export const XLSX = `${OFFICE}.spreadsheetml.sheet`

/** What the office opens, by the extension that it knows it by. */
const EXTENSIONS: Record<string, string> = {
  [`${OFFICE}.wordprocessingml.document`]: 'docx',
  [`${OFFICE}.wordprocessingml.template`]: 'dotx',
  [XLSX]: 'xlsx',
  [`${OFFICE}.spreadsheetml.template`]: 'xltx',
  [`${OFFICE}.presentationml.presentation`]: 'pptx',
  [`${OFFICE}.presentationml.slideshow`]: 'ppsx',
  [`${OFFICE}.presentationml.template`]: 'potx',
  'application/vnd.ms-word.document.macroenabled.12': 'docm',
  'application/vnd.ms-excel.sheet.macroenabled.12': 'xlsm',
  'application/vnd.ms-powerpoint.presentation.macroenabled.12': 'pptm',
  [`${OPEN}.text`]: 'odt',
  [`${OPEN}.text-template`]: 'ott',
  [`${OPEN}.spreadsheet`]: 'ods',
  [`${OPEN}.presentation`]: 'odp',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/rtf': 'rtf',
  'text/rtf': 'rtf',
  'application/vnd.visio': 'vsdx',
  'application/x-visio': 'vsd',
}

const SHEETS = new Set(['xlsx', 'xltx', 'xlsm', 'ods'])

export const officeExtension = (mime: string): string | undefined => EXTENSIONS[mime.toLowerCase()]

const SIZES: Record<Shape, number> = {
  thumbnail: 480,
  'preview-256': 256,
  'preview-1024': 1024,
  pdf: 0,
  peaks: 0,
  cells: 0,
}

export function recipeFor({ kind, mime }: Pick<StoredObject, 'kind' | 'mime'>, shape: Shape): Recipe | undefined {
  const size = SIZES[shape]
  const office = officeExtension(mime) !== undefined
  if (shape === 'pdf') return office ? { from: 'office' } : undefined
  if (shape === 'peaks') return kind === 'audio' || kind === 'video' ? { from: 'sound' } : undefined
  if (shape === 'cells') return sheetsRecipe(mime)
  const format = shape === 'thumbnail' ? 'png' : 'jpeg'
  if (kind === 'pdf') return { from: 'pdf', size, format }
  if (office) return { from: 'office-pdf', size, format }
  if (begins(kind, mime)) return { from: 'beginning', size, format }
  if (shape === 'thumbnail') return undefined
  if (kind === 'image') return { from: 'picture', size }
  if (kind === 'audio') return { from: 'cover', size }
  return kind === 'video' ? { from: 'film', size } : undefined
}

const begins = (kind: StoredObject['kind'], mime: string) =>
  mime === 'application/epub+zip' ||
  /^application\/vnd\.(apple\.|oasis\.opendocument\.graphics)/.test(mime) ||
  kind === 'email' ||
  kind === 'text'

/** The old format is read as the new one, which the office makes of it. */
function sheetsRecipe(mime: string): Recipe | undefined {
  const extension = officeExtension(mime) ?? ''
  if (SHEETS.has(extension)) return { from: 'sheets' }
  return extension === 'xls' ? { from: 'old-sheets' } : undefined
}
