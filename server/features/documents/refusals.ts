import type { ErrorCode } from '../../lib/refusals.ts'

/** Why an operation on a PDF file may not start. */
export const PDF_REFUSALS: ErrorCode[] = [
  'already_protected',
  'not_pdf',
  'not_protected',
  'pdf_damaged',
  'pdf_locked',
  'pdf_not_drawable',
  'pdf_signed',
  'pdf_too_heavy',
  'pdf_unable',
]
