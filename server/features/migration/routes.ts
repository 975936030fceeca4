import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { migrationState, pauseMigration, startMigration, stopMigration } from './move.ts'

const tag = 'integrations'
const path = '/v1/integrations/s3/migration'

const state = z
  .object({
    status: z.enum(['idle', 'running', 'paused', 'done', 'failed', 'cancelled']),
    direction: z.enum(['', 'to_bucket', 'to_service']),
    total: z.int(),
    moved: z.int(),
    failed: z.int(),
    remaining: z.int(),
    started_at: z.string(),
    finished_at: z.string(),
    error: z.string(),
  })
  .meta({ id: 'StorageMigrationOut' })

export const migrationRoutes: Route[] = [
  route({
    method: 'GET',
    path,
    name: 'getStorageMigration',
    summary: 'How far the moving of my files has come',
    tag,
    reply: state,
    run: (context, { actor }) => migrationState(context, actor),
  }),
  route({
    method: 'POST',
    path,
    name: 'startStorageMigration',
    refuses: ['bucket_not_ready'],
    summary: 'Move my files into my bucket, or back to the service; goes on where it was paused',
    tag,
    body: z.object({ direction: z.enum(['to_bucket', 'to_service']).default('to_bucket') }).prefault({}),
    reply: state,
    status: 202,
    example: { direction: 'to_bucket' },
    run: (context, { actor, body }) => startMigration(context, actor, body.direction),
  }),
  route({
    method: 'POST',
    path: `${path}/pause`,
    name: 'pauseStorageMigration',
    refuses: ['migration_not_running'],
    summary: 'Pause the moving',
    tag,
    reply: state,
    run: (context, { actor }) => pauseMigration(context, actor),
  }),
  route({
    method: 'DELETE',
    path,
    name: 'cancelStorageMigration',
    refuses: ['migration_not_running'],
    summary: 'Stop the moving; what was moved stays where it is now',
    tag,
    reply: state,
    run: (context, { actor }) => stopMigration(context, actor),
  }),
]
