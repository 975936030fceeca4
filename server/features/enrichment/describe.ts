import type { Needs } from '../../context.ts'
import { DescribingFailed, type Description, ENTITY_KINDS, type Entities } from '../../ports/describer.ts'
import type { Reading } from '../../ports/reader.ts'
import { splitName } from '../objects/index.ts'
import type { Enriched, Readable } from './enriched.ts'
import { describeByModel } from './model.ts'

/** The rules and counters of this machine, in the words in which `model` tells of them. */
const LOCAL = 'local'

type Describing = Needs<'describer' | 'db' | 'signals' | 'tables' | 'models' | 'secrets' | 'config' | 'log'>

/** What can be said of a file: by the owner's model where there is one, and by the rules of this machine in any case. */
export async function describeFile(
  context: Describing,
  ownerId: string,
  file: Readable,
  reading: Reading,
): Promise<Enriched> {
  const local = await describeLocally(context, file, reading)
  return (await describeByModel(context, ownerId, file, reading.text, local)) ?? local
}

/** A text that the rules choke on is kept and found all the same; then only its name is known of it. */
async function describeLocally(
  context: Needs<'describer' | 'log'>,
  file: Readable,
  reading: Reading,
): Promise<Enriched> {
  const source = {
    text: reading.text,
    title: reading.title,
    headings: reading.headings.slice(0, 20),
    filename: file.filename,
    kind: file.kind,
    mime: file.mime,
  }
  const { categories, headline, ...found } = await context.describer.describe(source).catch(error => {
    if (!(error instanceof DescribingFailed)) throw error
    context.log.warn({ object: file.id, reason: error.message }, 'a file could not be described')
    return nothingKnown(file.filename)
  })
  return { enrichment: { ...found, model: LOCAL }, categories, headline }
}

const nothingKnown = (filename: string): Description => ({
  title: splitName(filename)[0],
  description: '',
  summary: '',
  keywords: [],
  doc_type: 'other',
  language: '',
  entities: Object.fromEntries(ENTITY_KINDS.map(kind => [kind, []])) as unknown as Entities,
  categories: ['other'],
  headline: { what: '', number: '', date: '', party: '' },
})
