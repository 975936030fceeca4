import type { Needs } from '../../context.ts'
import type { Description } from '../../ports/describer.ts'
import type { Reading } from '../../ports/reader.ts'

/** An enrichment as it is kept, and what only the naming of the file needs. */
export interface Enriched {
  enrichment: Omit<Description, 'categories' | 'headline'> & { model: string }
  categories: string[]
  headline: Description['headline']
}

export interface Readable {
  filename: string
  kind: string
  mime: string
}

/** The rules and counters of this machine, in the words in which `model` tells of them. */
export const LOCAL = 'local'

/** What can be said of a file. */
export async function describeFile(
  context: Needs<'describer'>,
  file: Readable,
  reading: Reading | null,
): Promise<Enriched> {
  const { categories, headline, ...found } = await context.describer.describe({
    text: reading?.text ?? '',
    filename: file.filename,
    kind: file.kind,
    mime: file.mime,
    title: reading?.title ?? '',
    headings: reading?.headings ?? [],
  })
  return { enrichment: { ...found, model: LOCAL }, categories, headline }
}
