import { z } from 'zod'
import { integerText, text, uuid } from '../../lib/shapes.ts'
import { filterQuery, KINDS, objectDetail } from '../objects/index.ts'
import { REASONS } from './find.ts'

export const MODES = ['hybrid', 'text', 'semantic'] as const

export const searchQuery = z.object({
  q: text({ min: 1, max: 2000 }).describe('What is looked for, in words'),
  mode: z.enum(MODES).optional().describe('By words, by meaning, or by both'),
  collection_id: uuid().optional().describe('In this folder and those below it'),
  theme_id: uuid().optional().describe('In this theme'),
  kind: z.enum(KINDS).optional().describe('Of this kind'),
  doc_type: text({ max: 100 }).optional().describe('Of this type of document'),
  ...filterQuery.pick({
    tag: true,
    favorite: true,
    unfiled: true,
    since: true,
    until: true,
    person: true,
    organisation: true,
    amount_min: true,
    amount_max: true,
  }).shape,
  limit: integerText({ min: 1, max: 100 }).optional().describe('At most this many'),
  offset: integerText({ min: 0, max: 100_000 }).optional().describe('How many to skip'),
})

const counted = z.array(z.object({ value: z.string(), count: z.int() }))

export const searchReply = z
  .object({
    items: z.array(
      z.object({
        object: objectDetail,
        score: z.number(),
        reason: z
          .enum(REASONS)
          .describe('why it was found: a word, one spelt alike, a like meaning, or operators alone'),
        snippet: z.string(),
        highlights: z.array(z.tuple([z.int(), z.int()])),
        char_start: z.int().nullable(),
        char_end: z.int().nullable(),
        ord: z.int().nullable(),
        page: z.int().nullable(),
        attachment: z.string().nullable().describe('the attached file of a PDF in which it stands'),
        start_s: z.number().nullable(),
        end_s: z.number().nullable(),
      }),
    ),
    total: z.int(),
    mode: z.enum(MODES),
    facets: z.object({ kind: counted, doc_type: counted }),
    hints: z.array(z.object({ code: z.string(), operator: z.string(), value: z.string(), detail: z.string() })),
  })
  .meta({ id: 'SearchOut' })

export const vectorsReply = z
  .object({
    model: z.string().nullable(),
    dim: z.int().nullable(),
    done: z.int(),
    waiting: z.int(),
    refused: z.int().describe('passages that the encoder fails at: they are found by words alone'),
    eta_seconds: z.int().nullable(),
  })
  .meta({ id: 'VectorsOut' })
