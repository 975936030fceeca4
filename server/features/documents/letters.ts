import type { Needs } from '../../context.ts'
import { refuse } from './pages.ts'
import type { PdfOpRequest } from './schema.ts'

/** Words that the font cannot draw are refused before anything is queued. */
export async function assertDrawable(context: Needs<'documents'>, op: string, request: PdfOpRequest): Promise<void> {
  if (op === 'watermark') await assertLetters(context, request.text, ['body', 'text'])
  if (op === 'annotate')
    for (const [n, { text }] of (request.annotations ?? []).entries())
      await assertLetters(context, text, ['body', 'annotations', n, 'text'])
}

async function assertLetters(context: Needs<'documents'>, text: string, loc: (string | number)[]): Promise<void> {
  const missing = await context.documents.pdf.undrawable(text)
  if (missing.length === 0) return
  const letters = missing.slice(0, 10).join(' ')
  throw refuse(
    loc,
    {
      en: `the font has no letters for: ${letters}. Leave them out`,
      ru: `в шрифте нет знаков: ${letters}. Уберите их`,
    },
    text,
  )
}
