import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { text } from '../../lib/shapes.ts'
import { PDF_REFUSALS } from '../documents/index.ts'
import { runCommand } from './command.ts'
import * as shape from './schema.ts'

const tag = 'assistant'

export const assistantRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/assistant/command',
    name: 'runCommand',
    refuses: [
      ...PDF_REFUSALS,
      'blank_command',
      'call_too_dear',
      'cannot_convert',
      'hidden_source',
      'not_editor',
      'not_found',
      'not_owner',
      'tariff_spent',
    ],
    summary: 'A command in words: a conversion is carried out, everything else is told apart',
    tag,
    body: z.object({ text: text({ min: 1, max: 1000 }) }).meta({ id: 'CommandRequest' }),
    reply: shape.commandReply,
    example: { text: 'convert the last contract to pdf' },
    run: (context, { actor, body }) => runCommand(context, actor, body.text),
  }),
]
