import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { text } from '../../lib/shapes.ts'
import { runCommand } from '../assistant/command.ts'
import { channelRoutes } from '../channels/telegram/routes.ts'
import { memoryRoutes } from '../memory/routes.ts'
import { profileRoutes } from '../profiles/routes.ts'
import { runRoutes } from './runs/routes.ts'
import * as shape from './schema.ts'

const tag = 'assistant'

const commandRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/assistant/command',
    summary: 'A command in words: a conversion is carried out, everything else is told apart',
    tag,
    body: z.object({ text: text({ min: 1, max: 1000 }) }).meta({ id: 'CommandRequest' }),
    reply: shape.commandReply,
    example: { text: 'convert the last contract to pdf' },
    run: (context, { actor, body }) => runCommand(context, actor, body.text),
  }),
]

export const agentRoutes: Route[] = [
  ...commandRoutes,
  ...runRoutes,
  ...profileRoutes,
  ...memoryRoutes,
  ...channelRoutes,
]
