import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { list, uuid } from '../../lib/shapes.ts'
import { METERS } from '../../tables.ts'
import { estimate } from './estimate.ts'

export const estimateRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/usage/estimate',
    name: 'estimateCost',
    refuses: ['not_found'],
    summary: 'What an operation on these files would cost, before it is done',
    tag: 'usage',
    body: z.object({ operation: z.enum(METERS), object_ids: list(uuid(), { min: 1, max: 500 }) }),
    reply: z
      .object({
        cost_rub: z.number(),
        units: z.object({
          prompt_tokens: z.int(),
          completion_tokens: z.int(),
          audio_seconds: z.int(),
          units: z.int(),
        }),
      })
      .meta({ id: 'EstimateOut' }),
    run: (context, { actor, body }) => estimate(context, actor, body),
  }),
]
