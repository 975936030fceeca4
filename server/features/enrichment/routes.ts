import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { dayText, list, text } from '../../lib/shapes.ts'
import { objectDetail, objectId, presentObject } from '../objects/index.ts'
import { acceptName, correctEnrichment } from './correct.ts'

const tag = 'objects'

const line = (max: number) => text({ min: 1, max }).nullable()

const fields = z
  .object({
    document_date: dayText().nullable(),
    amount: z.number().min(-1e15).max(1e15).nullable(),
    currency: line(20),
    parties: list(text({ min: 1, max: 200 }), { max: 10 }),
    number: line(100),
    due_date: dayText().nullable(),
  })
  .partial()

const correction = z
  .object({
    title: text({ max: 500 }),
    description: text({ max: 5000 }),
    keywords: list(text({ min: 1, max: 100 }), { max: 50 }),
    fields,
    give_back: list(z.enum(['title', 'description', 'keywords', 'fields']), { max: 4 }),
  })
  .partial()

export const enrichmentRoutes: Route[] = [
  route({
    method: 'PATCH',
    path: '/v1/objects/:object_id/enrichment',
    name: 'correctEnrichment',
    given: { as: 'editor', object: 'params.object_id' },
    refuses: ['not_processed'],
    summary:
      'Correct title, description, keywords or what stands in the blanks (date, sum, parties ...) by hand; what a person wrote survives every later reading, and `give_back` names the parts that are the service’s again',
    tag,
    params: objectId,
    body: correction,
    reply: objectDetail,
    example: { title: 'Lease of the office', keywords: ['lease', 'office'] },
    run: async (context, { actor, params, body }) =>
      presentObject(await correctEnrichment(context, actor, params.object_id, body)),
  }),
  route({
    method: 'POST',
    path: '/v1/objects/:object_id/accept-name',
    name: 'acceptSuggestedName',
    given: { as: 'editor', object: 'params.object_id' },
    refuses: ['no_suggestion'],
    summary: 'Take the suggested name; 409 when none is suggested',
    tag,
    params: objectId,
    reply: objectDetail,
    run: async (context, { actor, params }) => presentObject(await acceptName(context, actor, params.object_id)),
  }),
]
