import type { Needs } from '../../context.ts'
import { DescribingFailed, type Description, ENTITY_KINDS, type Entities } from '../../ports/describer.ts'
import type { Reading } from '../../ports/reader.ts'
import { splitName } from '../objects/index.ts'
import type { Enriched, Readable } from './enriched.ts'
import { learned, learnedName } from './learn.ts'
import { describeByModel } from './model.ts'
import { type Proposal, proposeName } from './names.ts'
import { lessonsOf } from './queries.ts'

/** The rules and counters of this machine, in the words in which `model` tells of them. */
const LOCAL = 'local'

type Describing = Needs<'describer' | 'db' | 'signals' | 'tables' | 'models' | 'secrets' | 'config' | 'log'>

/** What can be said of a file, and how to name it: by the owner's model where there is one, by the rules of this machine in any case, and as its owner has corrected files like it. */
export async function describeFile(
  context: Describing,
  owner: { ownerId: string; tenantId: string },
  file: Readable,
  reading: Reading,
): Promise<{ enriched: Enriched; proposal: Proposal | undefined }> {
  const local = await describeLocally(context, file, reading)
  const enriched = (await describeByModel(context, owner.ownerId, { file, text: reading.text, local })) ?? local
  const lessons = enriched.likeness.length > 0 ? await lessonsOf(context.db, owner, file.id) : []
  const taught = learned(lessons, enriched, file.filename)
  return {
    enriched: taught,
    proposal: learnedName(lessons, enriched, file.filename) ?? proposeName(file.filename, taught),
  }
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
  const { categories, headline, likeness, ...found } = await context.describer.describe(source).catch(error => {
    if (!(error instanceof DescribingFailed)) throw error
    context.log.warn({ object: file.id, reason: error.message }, 'a file could not be described')
    return nothingKnown(file.filename)
  })
  return { enrichment: { ...found, model: LOCAL }, categories, headline, likeness }
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
  fields: { document_date: null, amount: null, currency: null, parties: [], number: null, due_date: null },
  likeness: [],
})
