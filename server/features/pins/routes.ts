import { type Route, route } from '../../http/route.ts'
import { arrangePins, listPins } from './pin.ts'
import { pinList, pinsOut } from './schema.ts'

const tag = 'library'

export const pinRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/pins',
    name: 'listPins',
    summary: 'What I have pinned to the rail, in my order',
    tag,
    reply: pinsOut,
    run: async (context, { actor }) => ({ items: await listPins(context, actor) }),
  }),
  route({
    method: 'PUT',
    path: '/v1/pins',
    name: 'arrangePins',
    summary:
      'Pin these to the rail, in this order, and nothing else; `id` of a tag is its name. What is not there is left out',
    tag,
    body: pinList,
    reply: pinsOut,
    example: {
      items: [
        { kind: 'folder', id: '019a7d3c-5b1e-7c55-9d0a-3f2f8f2b6c10' },
        { kind: 'tag', id: 'taxes' },
      ],
    },
    run: async (context, { actor, body }) => ({ items: await arrangePins(context, actor, body.items) }),
  }),
]
