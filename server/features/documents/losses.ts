import type { Holding } from '../../ports/documents.ts'
import type { ConversionRoute } from './formats.ts'
import type { Lost } from './rewrite.ts'

/** What the result cannot hold, by the way that led there and by what stands in the file: the `not_kept` of a report. */

const BARE = ['formatting', 'pictures']

/** What an office file may hold, and the formats that hold it, too. */
const HOLDERS: Record<Holding, string[]> = {
  comments: ['docx', 'odt', 'rtf', 'xlsx', 'ods', 'pptx', 'odp'],
  macros: [],
  notes: ['pptx', 'odp'],
  embedded: ['docx', 'odt', 'xlsx', 'ods', 'pptx', 'odp'],
}

export function officeLosses(fmt: string, holds: Holding[]): string[] {
  const lost = holds.filter(what => !HOLDERS[what].includes(fmt))
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
