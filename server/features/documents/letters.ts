import type { Needs } from '../../context.ts'
import type { PdfField } from '../../ports/documents.ts'
import { refuse } from './pages.ts'
import type { PdfOpRequest } from './schema.ts'

/** Words that the font cannot draw are refused before anything is queued. */
export async function assertDrawable(context: Needs<'documents'>, op: string, request: PdfOpRequest): Promise<void> {
  if (op === 'watermark' || op === 'number') await assertLetters(context, request.text, ['body', 'text'])
  if (op === 'annotate')
    for (const [n, { text }] of (request.annotations ?? []).entries())
      await assertLetters(context, text, ['body', 'annotations', n, 'text'])
}

/** Values that a form can take: fields that are there, and letters that can be drawn. */
export async function assertFields(
  context: Needs<'documents'>,
  given: Record<string, string | boolean>,
  fields: PdfField[],
): Promise<void> {
  const known = new Map(fields.map(field => [field.name, field]))
  for (const [name, value] of Object.entries(given)) {
    const field = known.get(name)
    const loc = ['body', 'fields', name]
    if (!field) throw refuse(loc, { en: `there is no field "${name}"`, ru: `поля «${name}» нет` })
    if (field.read_only || field.type === 'signature')
      throw refuse(loc, { en: `the field "${name}" cannot be changed`, ru: `поле «${name}» нельзя изменить` })
    if (typeof value === 'string') await assertLetters(context, value, loc)
  }
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
