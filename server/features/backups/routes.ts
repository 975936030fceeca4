import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { out } from '../../lib/shapes.ts'
import { askForBackup, listBackups } from './ask.ts'
import * as shape from './schema.ts'

export const backupRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/admin/backups',
    name: 'listBackups',
    refuses: ['first_tenant_only'],
    summary: 'The last backups with their outcome, and when the next ones are made; an empty folder: none are',
    tag: 'admin',
    access: 'admin',
    reply: shape.backups,
    run: async (context, { actor }) => {
      const { BACKUP_DIR, BACKUP_AT, BACKUP_KEEP, BACKUP_PROVE } = context.config
      const items = await listBackups(context, actor)
      return { folder: BACKUP_DIR, at: BACKUP_AT, keep: BACKUP_KEEP, prove: BACKUP_PROVE, items }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/admin/backups',
    name: 'createBackup',
    refuses: ['first_tenant_only', 'no_backup_dir', 'backup_running'],
    summary: 'Make a backup now; `prove` restores it into a private database and compares',
    tag: 'admin',
    access: 'admin',
    body: z.object({ prove: z.boolean().default(false) }),
    reply: z.object({ status: z.literal('accepted'), task_id: out.uuid() }),
    status: 202,
    example: { prove: true },
    run: async (context, { actor, body }) => ({
      status: 'accepted',
      task_id: await askForBackup(context, actor, body.prove),
    }),
  }),
]
