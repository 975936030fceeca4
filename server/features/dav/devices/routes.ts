import { z } from 'zod'
import { type Route, route } from '../../../http/route.ts'
import { out, uuid } from '../../../lib/shapes.ts'
import { allowRemoval } from './brake.ts'
import { listDevices } from './queries.ts'

const tag = 'account'

const deviceList = z
  .object({
    items: z.array(
      z.object({
        id: out.uuid(),
        name: z.string(),
        created_at: out.moment(),
        last_used_at: out.moment().nullable(),
        stopped_at: out.moment().nullable(),
        wanted: z.int().nullable(),
        is_disconnected: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'DeviceList' })

export const deviceRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/devices',
    name: 'listDevices',
    summary:
      'Programs that open or sync the files over WebDAV; `stopped_at` when one waits for a yes to remove many, `is_disconnected` where only its diary is left',
    tag,
    reply: deviceList,
    run: async (context, { actor }) => ({ items: await listDevices(context.db, actor) }),
  }),
  route({
    method: 'POST',
    path: '/v1/devices/:token_id/allow-removal',
    name: 'allowRemoval',
    summary: 'The device that was stopped may remove files for an hour',
    tag,
    params: z.object({ token_id: uuid() }),
    status: 204,
    run: async (context, { actor, params }) => {
      await allowRemoval(context, actor, params.token_id)
    },
  }),
]
