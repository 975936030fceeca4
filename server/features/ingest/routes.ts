import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { timeFor } from '../../jobs/overview.ts'
import { objectStored } from '../objects/index.ts'
import { countPending } from './queries.ts'

export const ingestRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/processing',
    summary: 'How many of my files are still being read, and how long it will take',
    tag: 'objects',
    reply: z.object({ pending: z.int(), eta_seconds: z.int().nullable() }).meta({ id: 'ProcessingOut' }),
    run: async (context, { actor }) => {
      const pending = (await countPending(context.db, actor, objectStored))?.pending ?? 0
      return { pending, eta_seconds: await timeFor(context.db, objectStored.name, pending) }
    },
  }),
]
