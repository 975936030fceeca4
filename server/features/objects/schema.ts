import { z } from 'zod'
import { withoutBidi } from '../../lib/bidi.ts'
import {
  access,
  boolean,
  booleanText,
  dayText,
  freeForm,
  integerText,
  list,
  numberText,
  out,
  text,
  uuid,
} from '../../lib/shapes.ts'
import { KINDS } from './kinds.ts'
import { isProperName } from './naming.ts'

export const CATEGORIES = [
  'finance',
  'legal',
  'work',
  'education',
  'health',
  'travel',
  'home',
  'personal',
  'technical',
  'media',
  'other',
] as const

export const DOC_TYPES = [
  'contract',
  'invoice',
  'act',
  'letter',
  'report',
  'statement',
  'receipt',
  'resume',
  'presentation',
  'spreadsheet',
  'manual',
  'article',
  'note',
  'form',
  'certificate',
  'photo',
  'recording',
  'code',
  'other',
] as const

export const STATUSES = ['pending', 'ready', 'failed'] as const
export const SORTS = ['created_at', 'updated_at', 'name', 'size', 'opened_at', 'document_date'] as const
const DIRECTED = SORTS.flatMap(sort => [sort, `-${sort}` as const])

const day = () => z.string().meta({ format: 'date' })

const fields = z
  .object({
    document_date: day().nullable(),
    amount: z.number().nullable(),
    currency: z.string().nullable(),
    parties: z.array(z.string()),
    number: z.string().nullable(),
    due_date: day().nullable(),
  })
  .meta({ id: 'DocumentFields' })

const enrichment = z
  .object({
    title: z.string(),
    description: z.string(),
    summary: z.string(),
    keywords: z.array(z.string()),
    doc_type: z.string(),
    language: z.string(),
    model: z.string(),
    entities: freeForm(),
    fields,
    provenance: z.record(z.string(), z.string()),
    truncated: z
      .boolean()
      .optional()
      .describe('There is more in the file than was taken in: pages, headings or words beyond the bounds'),
  })
  .meta({ id: 'EnrichmentOut' })

export const objectDetail = z
  .object({
    id: out.uuid(),
    filename: z.string(),
    kind: z.enum(KINDS),
    mime: z.string(),
    size: z.int(),
    status: z.enum(STATUSES),
    content_hash: z.string(),
    created_at: out.moment(),
    updated_at: out.moment(),
    modified_at: out.moment(),
    opened_at: out.moment().nullable(),
    is_favorite: z.boolean(),
    tags: z.array(z.string()),
    ai_name: z.string(),
    display_name: z.string(),
    original_name: z.string(),
    name_source: z.enum(['original', 'ai', 'manual']),
    name_locked: z.boolean(),
    categories: z.array(z.enum(CATEGORIES)),
    enrichment: enrichment.nullable(),
    has_corrections: z.boolean(),
    image_editable: z.boolean(),
    is_hidden: z.boolean(),
    needs_manual: z.boolean(),
    pdf_tools: z.boolean(),
    text_fallback: z.boolean(),
    text_view: z.boolean(),
    version: z.int(),
    editor: z.string().nullable(),
    error: z.string().nullable(),
    source_url: z.string().nullable(),
    origin: z.enum(['owner', 'link', 'mail', 'web']),
    suggested_collection_id: out.uuid().nullable(),
    suggested_name: z.string().nullable(),
    suggested_reason: z.string().nullable(),
    collection_id: out.uuid().nullable(),
    theme_id: out.uuid().nullable(),
    access,
    owner_name: z.string().nullable().describe('of a file that somebody else has opened to me'),
    chat_only: z.boolean(),
    deleted_at: out.moment().nullable(),
  })
  .meta({ id: 'ObjectDetail' })

export const objectAccepted = z
  .object({ id: out.uuid(), status: z.string(), duplicate: z.boolean() })
  .meta({ id: 'ObjectAccepted' })

export const objectPage = z
  .object({
    items: z.array(objectDetail),
    total: z.int(),
    total_is_exact: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ObjectPage' })

export const objectId = z.object({ object_id: uuid() })

export const ON_DUPLICATE = ['keep', 'skip', 'ask'] as const
export const ON_NAME = ['keep', 'replace', 'ask'] as const

export const uploadQuery = z.object({
  chat_only: booleanText().optional().describe('For a conversation alone: the file is in no list'),
  collection_id: uuid().optional().describe('The folder that it comes into'),
  on_duplicate: z
    .enum(ON_DUPLICATE)
    .optional()
    .describe('What becomes of content that is there already: kept twice, skipped, or refused (409)'),
  on_name: z
    .enum(ON_NAME)
    .optional()
    .describe('What becomes of a name that the folder has already: kept twice, the file replaced, or refused (409)'),
})

const page = {
  limit: integerText({ min: 1, max: 500 }).optional().describe('At most this many'),
  cursor: text({ max: 2000 }).optional().describe('The `next_cursor` of the page before'),
  offset: integerText({ min: 0, max: 1_000_000_000 })
    .optional()
    .describe('How many to skip; not together with `cursor`'),
}

const label = () => text({ min: 1, max: 200 })

/** What files can be chosen by, as it comes in an address; a saved search keeps the same names. */
export const filterQuery = z.object({
  collection_id: uuid().optional().describe('In this folder'),
  theme_id: uuid().optional().describe('In this theme'),
  kind: z.enum(KINDS).optional().describe('Of this kind'),
  doc_type: text({ max: 100 }).optional().describe('Of this type of document, as an invoice'),
  status: z.enum(STATUSES).optional().describe('As far as they have been read'),
  category: z.enum(CATEGORIES).optional().describe('In this category'),
  tag: label().optional().describe('With this tag'),
  favorite: booleanText().optional().describe('Marked as favorites, or not'),
  unfiled: booleanText().optional().describe('In no folder'),
  since: dayText().optional().describe('Of this day or later'),
  until: dayText().optional().describe('Of this day or earlier'),
  person: label().optional().describe('In which this person is named'),
  organisation: label().optional().describe('In which this organisation is named'),
  amount_min: numberText().optional().describe('With an amount of at least this'),
  amount_max: numberText().optional().describe('With an amount of at most this'),
  hidden: z.literal('only').optional().describe('Those of the hidden zone, once it is unlocked'),
})

export const listQuery = z.object({
  ...filterQuery.shape,
  sort: z
    .enum(DIRECTED as [string, ...string[]])
    .optional()
    .describe('The order; with a minus the other way round'),
  ...page,
})

export const trashQuery = z.object(page)

const filename = text({ min: 1, max: 255 })
  .transform(withoutBidi)
  .refine(isProperName, { params: { type: 'value_error' } })

export const MAX_TAGS = 50

/** One line, without blanks around it. */
export const tagName = text({ min: 1, max: 64 })
  .transform(name =>
    withoutBidi(name)
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  )
  .refine(name => name !== '', { params: { type: 'string_too_short', ctx: { min_length: 1 } } })

export const objectPatch = z.object({
  filename: filename.optional(),
  is_hidden: boolean().optional(),
  collection_id: uuid().nullish(),
  chat_only: z.literal(false).optional(),
  doc_type: text({ max: 100 }).nullish(),
  name_locked: boolean().optional(),
  is_favorite: boolean().optional(),
  tags: list(tagName, { max: MAX_TAGS }).optional(),
})

export const ACTIONS = [
  ...(['move', 'trash', 'restore', 'permanent', 'hide', 'unhide', 'reprocess'] as const),
  ...(['favorite', 'unfavorite', 'tag', 'untag'] as const),
] as const

export const bulkRequest = z.object({
  object_ids: list(uuid(), { min: 1, max: 500 }),
  action: z.enum(ACTIONS),
  collection_id: uuid().nullish(),
  collection_ids: list(uuid().nullable(), { min: 1, max: 500 })
    .optional()
    .meta({ description: 'of a move: for each of the files where it goes, in place of one folder for all' }),
  tags: list(tagName, { min: 1, max: MAX_TAGS }).optional(),
})

export const bulkOutcome = z
  .object({ done: z.array(out.uuid()), failed: z.array(z.object({ id: out.uuid(), code: z.string() })) })
  .meta({ id: 'BulkOut' })

export const archiveRequest = z.object({ object_ids: list(uuid(), { min: 1, max: 10_000 }) })

export const contentQuery = z.object({
  disposition: z.enum(['inline', 'attachment']).optional().describe('Whether a browser shows it or saves it'),
})

export const textReply = z
  .object({
    text: z.string(),
    pages: z.array(
      z.object({
        page: z.int(),
        char_start: z.int(),
        char_end: z.int(),
        attachment: z.string().optional().describe('the attached file whose text it is'),
      }),
    ),
  })
  .meta({ id: 'ObjectText' })
