import type { Actor, Context } from '../../../context.ts'
import { HttpReply, type Incoming, type Method, type Route, route } from '../../../http/route.ts'
import { notFound } from '../../../lib/errors.ts'
import { answered } from '../files/index.ts'
import type { DavOutcome } from '../kernel/outcome.ts'
import { listTrash, placeIn, removeTrashed, restoreTrashed, type TrashPath } from './trashbin.ts'

const trashOf = (actor: Actor) => `/remote.php/dav/trashbin/${actor.ownerId}/`

type Step = (context: Context, actor: Actor, place: TrashPath, incoming: Incoming) => Promise<DavOutcome>

const STEPS: [Method, Step][] = [
  [
    'PROPFIND',
    (context, actor, place, { body, headers }) =>
      listTrash(context, actor, place, { body, depth: headers.depth?.trim().toLowerCase() }),
  ],
  ['MOVE', (context, actor, place, { headers }) => restoreTrashed(context, actor, place, headers.destination)],
  ['DELETE', (context, actor, place) => removeTrashed(context, actor, place)],
]

const shared = { tag: 'dav', scope: 'files', undocumented: true, replies: 'application/xml' } as const
const path = '/remote.php/dav/trashbin/*'

export const trashbinRoutes: Route[] = [
  ...STEPS.map(([method, step]) =>
    route({
      ...shared,
      method,
      path,
      summary: `The trash, for sync clients: ${method}`,
      basic: true,
      bytes: true,
      takes: 'raw',
      run: (context, { actor: caller, incoming }) => {
        if (!context.config.DAV_CLIENTS) throw notFound('object')
        const actor = { ...caller, unlocked: false }
        return answered(step(context, actor, placeIn(trashOf(actor), incoming.path), incoming), incoming)
      },
    }),
  ),
  route({
    ...shared,
    method: 'OPTIONS',
    path,
    summary: 'What WebDAV can do in the trash',
    access: 'public',
    run: async () =>
      new HttpReply(200, { dav: '1', allow: [...STEPS.map(([method]) => method), 'OPTIONS'].join(', ') }),
  }),
]
