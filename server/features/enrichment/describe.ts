import type { Needs } from '../../context.ts'
import type { Description } from '../../ports/describer.ts'
import type { Reading } from '../../ports/reader.ts'
import { describeByModel } from './model.ts'

/** An enrichment as it is kept, and what only the naming of the file needs. */
export interface Enriched {
  enrichment: Omit<Description, 'categories' | 'headline'> & { model: string }
  categories: string[]
  headline: Description['headline']
}

export interface Readable {
  id: string
  filename: string
  kind: string
  mime: string
}

/** The rules and counters of this machine, in the words in which `model` tells of them. */
const LOCAL = 'local'

type Describing = Needs<'describer' | 'db' | 'signals' | 'tables' | 'models' | 'secrets' | 'config' | 'log'>

/** What can be said of a file: by the owner's model where there is one, and by the rules of this machine in any case. */
export async function describeFile(
  context: Describing,
  ownerId: string,
  file: Readable,
  reading: Reading | null,
): Promise<Enriched> {
  const local = await describeLocally(context, file, reading)
  return (await describeByModel(context, ownerId, file, reading?.text ?? '', local)) ?? local
}

async function describeLocally(
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
