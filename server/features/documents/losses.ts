import type { OfficeExtra } from '../../ports/documents.ts'
import type { ConversionRoute } from './formats.ts'
import type { Lost } from './rewrite.ts'

/** What the result cannot keep, by the way that led there and by what stands in the file: the `not_kept` of a report. */

const BARE = ['formatting', 'pictures']

/** What an office file may contain, and the formats that keep it. */
const KEPT_BY: Record<OfficeExtra, string[]> = {
  comments: ['docx', 'odt', 'rtf', 'xlsx', 'ods', 'pptx', 'odp'],
  macros: [],
  notes: ['pptx', 'odp'],
  embedded: ['docx', 'odt', 'xlsx', 'ods', 'pptx', 'odp'],
}

export function officeLosses(fmt: string, parts: OfficeExtra[]): string[] {
  const lost = parts.filter(what => !KEPT_BY[what].includes(fmt))
  return fmt === 'txt' ? [...BARE, ...lost] : lost
}

/** A table of values has neither how they look nor how they were reckoned. */
export const sheetLosses = ['formatting', 'formulas', 'pictures']

export function textLosses(
  route: ConversionRoute,
  fmt: string,
  { lost_pictures, embedded, beside = [] }: Lost & { beside?: string[] },
): Record<string, unknown> {
  if (route.by === 'pdf-text') {
    const tables = fmt === 'md' ? ['tables'] : []
    return { not_kept: [...BARE, ...tables, ...beside] }
  }
  const bare = fmt === 'txt' ? BARE : lost_pictures > 0 ? ['pictures'] : []
  return { not_kept: [...bare, ...(embedded > 0 ? ['embedded'] : [])], lost_pictures }
}
