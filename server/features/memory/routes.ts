import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { booleanText, out, uuid } from '../../lib/shapes.ts'
import { factOf } from './facts.ts'
import { editMemory, type Memory, memoriesOf, removeMemories, removeMemory } from './queries.ts'
import * as shape from './schema.ts'

const tag = 'agent'
const memoryId = z.object({ memory_id: uuid() })

const present = ({ id, memory, input, made_from, updated_at }: Memory) => ({
  memory_id: id,
  memory,
  input,
  topics: factOf(memory).topics,
  made_from,
  updated_at,
})

const blank = () =>
  new AppError('senseless', 'blank_memory', { en: 'Write what is to be remembered.', ru: 'Напишите, что помнить.' })

export const memoryRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/agent/memory',
    name: 'listMemories',
    summary: 'What the agent remembers about me, the newest first; with history also what was superseded',
    tag,
    query: z.object({
      history: booleanText().optional().describe('Also what was remembered before and has been replaced'),
    }),
    reply: shape.memories,
    run: async (context, { actor, query }) => ({
      items: (await memoriesOf(context.db, actor, { history: query.history ?? false })).map(present),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/v1/agent/memory/:memory_id',
    name: 'updateMemory',
    refuses: ['blank_memory'],
    summary: 'Put a remembered thing right',
    tag,
    params: memoryId,
    body: shape.memoryUpdate,
    reply: shape.memory,
    example: { memory: 'I live in Kazan' },
    run: async (context, { actor, params, body }) => {
      if (body.memory.trim() === '') throw blank()
      const changed = await editMemory(context.db, actor, params.memory_id, factOf(body.memory))
      if (!changed) throw notFound('memory')
      return present(changed)
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/agent/memory/:memory_id',
    name: 'forgetMemory',
    summary: 'Forget one thing, with its history',
    tag,
    params: memoryId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      if (!(await removeMemory(context.db, actor, params.memory_id))) throw notFound('memory')
      return { ok: true }
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/agent/memory',
    name: 'forgetEverything',
    summary: 'Forget everything',
    tag,
    reply: out.ok,
    run: async (context, { actor }) => {
      await removeMemories(context.db, actor)
      return { ok: true }
    },
  }),
]
