import { z } from 'zod'
import type { Actor, Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { notFound } from '../../lib/errors.ts'
import { boolean, freeForm, out, text } from '../../lib/shapes.ts'
import { probeStored, removeBucket, saveBucket } from './bucket.ts'
import { probeModel, saveModel, storedEndpoint } from './model.ts'
import { modelCard, presentCard } from './present.ts'
import {
  type Connection,
  type ConnectionKind,
  findConnection,
  noteCheck,
  removeConnection,
  setEnabled,
} from './queries.ts'

const tag = 'integrations'

const card = z
  .object({
    kind: z.enum(['s3', 'llm']),
    configured: z.boolean(),
    enabled: z.boolean(),
    status: z.enum(['not_configured', 'unchecked', 'ok', 'error']),
    checked_at: z.string(),
    last_error: z.string(),
    config: z.record(z.string(), z.string()),
    migration: freeForm(),
    secret_hint: z.string(),
  })
  .meta({ id: 'IntegrationOut' })

const bucketRequest = z.object({
  endpoint_url: text({ min: 1, max: 2000 }),
  bucket: text({ min: 1, max: 255 }),
  region: text({ max: 100 }).default(''),
  addressing: z.enum(['path', 'virtual']).default('path'),
  access_key: text({ max: 500 }).nullish(),
  secret_key: text({ max: 500 }).nullish(),
})

const modelRequest = z.object({
  base_url: text({ min: 1, max: 2000 }),
  api_key: text({ max: 1000 }).nullish(),
  model: text({ min: 1, max: 200 }),
  embedding_model: text({ max: 200 }).default(''),
})

/** What the card of the bucket says about the moving of files; told by the feature that moves them. */
export type MigrationOf = (context: Context, actor: Actor) => Promise<object>

async function configured(context: Context, actor: Actor, kind: ConnectionKind): Promise<Connection> {
  const found = await findConnection(context.db, actor.ownerId, kind)
  if (!found) throw notFound('connection')
  return found
}

export function connectionRoutes(migrationOf: MigrationOf): Route[] {
  const cardOf = async (context: Context, actor: Actor, kind: ConnectionKind, connection?: Connection) =>
    kind === 's3'
      ? presentCard(
          kind,
          connection ?? (await findConnection(context.db, actor.ownerId, kind)),
          await migrationOf(context, actor),
        )
      : modelCard(context, connection ?? (await findConnection(context.db, actor.ownerId, kind)))
  return [
    route({
      method: 'GET',
      path: '/v1/integrations',
      name: 'listIntegrations',
      summary: 'My connections',
      tag,
      reply: z.object({ items: z.array(card) }),
      run: async (context, { actor }) => ({
        items: [await cardOf(context, actor, 's3'), await cardOf(context, actor, 'llm')],
      }),
    }),
    route({
      method: 'GET',
      path: '/v1/integrations/s3',
      name: 'getBucket',
      summary: 'The card of my bucket',
      tag,
      reply: card,
      run: (context, { actor }) => cardOf(context, actor, 's3'),
    }),
    route({
      method: 'PUT',
      path: '/v1/integrations/s3',
      name: 'connectBucket',
      refuses: ['bucket_in_use'],
      summary: 'Connect my own bucket; it is checked by writing, reading back and removing a few bytes',
      tag,
      body: bucketRequest,
      reply: card,
      example: {
        endpoint_url: 'https://s3.example.org',
        bucket: 'my-files',
        region: 'us-east-1',
        addressing: 'path',
        access_key: 'AKIA…',
        secret_key: '…',
      },
      run: async (context, { actor, body }) => cardOf(context, actor, 's3', await saveBucket(context, actor, body)),
    }),
    route({
      method: 'PATCH',
      path: '/v1/integrations/s3',
      name: 'switchBucket',
      refuses: ['not_found'],
      summary: 'Switch my bucket on or off for new files; what lies in it stays readable',
      tag,
      body: z.object({ enabled: boolean() }),
      reply: card,
      example: { enabled: false },
      run: async (context, { actor, body }) => {
        await configured(context, actor, 's3')
        await setEnabled(context.db, actor.ownerId, 's3', body.enabled)
        return cardOf(context, actor, 's3')
      },
    }),
    route({
      method: 'POST',
      path: '/v1/integrations/s3/check',
      name: 'checkBucket',
      refuses: ['not_found'],
      summary: 'Check my bucket now',
      tag,
      reply: card,
      run: async (context, { actor }) => {
        const error = await probeStored(context, actor, await configured(context, actor, 's3'))
        await noteCheck(context.db, actor.ownerId, 's3', { status: error ? 'error' : 'ok', error })
        return cardOf(context, actor, 's3')
      },
    }),
    route({
      method: 'DELETE',
      path: '/v1/integrations/s3',
      name: 'removeBucket',
      refuses: ['bucket_in_use', 'not_found'],
      summary: 'Remove my bucket, when it holds no files any more',
      tag,
      reply: out.ok,
      run: async (context, { actor }) => {
        await configured(context, actor, 's3')
        await removeBucket(context, actor)
        return { ok: true }
      },
    }),
    route({
      method: 'GET',
      path: '/v1/integrations/llm',
      name: 'getModel',
      summary: 'The card of my model, or of the one that the service provides',
      tag,
      reply: card,
      run: (context, { actor }) => cardOf(context, actor, 'llm'),
    }),
    route({
      method: 'PUT',
      path: '/v1/integrations/llm',
      name: 'connectModel',
      summary: 'Connect my own model; it is checked by a completion of one token',
      tag,
      body: modelRequest,
      reply: card,
      example: { base_url: 'https://llm.example.org/v1', api_key: 'sk-…', model: 'small', embedding_model: '' },
      run: async (context, { actor, body }) => cardOf(context, actor, 'llm', await saveModel(context, actor, body)),
    }),
    route({
      method: 'PATCH',
      path: '/v1/integrations/llm',
      name: 'switchModel',
      refuses: ['not_found'],
      summary: 'Switch my model on or off',
      tag,
      body: z.object({ enabled: boolean() }),
      reply: card,
      example: { enabled: false },
      run: async (context, { actor, body }) => {
        await configured(context, actor, 'llm')
        await setEnabled(context.db, actor.ownerId, 'llm', body.enabled)
        return cardOf(context, actor, 'llm')
      },
    }),
    route({
      method: 'POST',
      path: '/v1/integrations/llm/check',
      name: 'checkModel',
      refuses: ['not_found'],
      summary: 'Check my model now',
      tag,
      reply: card,
      run: async (context, { actor }) => {
        const error = await probeModel(context, storedEndpoint(context, await configured(context, actor, 'llm')))
        await noteCheck(context.db, actor.ownerId, 'llm', { status: error ? 'error' : 'ok', error })
        return cardOf(context, actor, 'llm')
      },
    }),
    route({
      method: 'DELETE',
      path: '/v1/integrations/llm',
      name: 'removeModel',
      refuses: ['not_found'],
      summary: 'Remove my model',
      tag,
      reply: out.ok,
      run: async (context, { actor }) => {
        await configured(context, actor, 'llm')
        await removeConnection(context.db, actor.ownerId, 'llm')
        return { ok: true }
      },
    }),
  ]
}
