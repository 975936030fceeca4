import { z } from 'zod'
import { HttpReply, type Route, route } from '../../http/route.ts'
import { notFound } from '../../lib/errors.ts'
import { anyId, boolean, booleanText, out, uuid } from '../../lib/shapes.ts'
import { contentRequest, openStored } from '../objects/index.ts'
import { taskByName, taskRecord } from '../work/index.ts'
import { startExport } from './export.ts'
import { SOURCES } from './from/items.ts'
import { startImport } from './import.ts'
import { exportAccount } from './jobs.ts'
import { findArchive } from './queries.ts'
import { uploadedFile } from './uploaded.ts'

const tag = 'account'
const taskId = z.object({ task_id: anyId() })
const accepted = z.object({ task_id: out.uuid() }).meta({ id: 'TaskAccepted' })

export const portabilityRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/export',
    name: 'startExport',
    stepUp: true,
    summary: 'Put everything I have into one archive; hidden things only with `include_hidden` and the hidden token',
    tag,
    body: z.object({ include_hidden: boolean().default(false) }).prefault({}),
    reply: accepted,
    status: 202,
    run: async (context, { actor, body }) => ({ task_id: await startExport(context, actor, body) }),
  }),
  route({
    method: 'GET',
    path: '/v1/export/:task_id',
    name: 'getExport',
    summary: 'How far an export is',
    tag,
    params: taskId,
    reply: taskRecord,
    run: (context, { actor, params }) => taskByName(context, actor, params.task_id, [exportAccount.name]),
  }),
  route({
    method: 'GET',
    path: '/v1/export/:task_id/content',
    name: 'downloadExport',
    refuses: ['range_not_satisfiable'],
    summary: 'The archive, for seven days',
    tag,
    params: taskId,
    bytes: true,
    replies: 'application/zip',
    run: async (context, { actor, params, incoming }) => {
      const task = await taskByName(context, actor, params.task_id, [exportAccount.name])
      const archive = await findArchive(context.db, actor.ownerId, task.task_id, 'export')
      if (!archive || (archive.hidden && !actor.unlocked)) throw notFound('task')
      const described = {
        filename: `dossier-${archive.created_at.toISOString().slice(0, 10)}.zip`,
        kind: 'archive' as const,
        mime: 'application/zip',
        content_hash: archive.sha256,
        modified: archive.created_at,
      }
      const { status, headers, body } = await openStored(context, archive, described, {
        ...contentRequest(incoming, 'attachment'),
        secret: archive.hidden,
      })
      return new HttpReply(status, headers, body)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/import',
    name: 'startImport',
    inResult: ['archive_damaged'],
    refuses: ['duplicate', 'name_taken', 'not_found', 'storage_exhausted', 'upload_unfinished', 'version_conflict'],
    summary:
      'Take an archive of an account in, or of another program: a zip or tar of folders, Google Takeout, Nextcloud, Paperless-ngx, mbox (multipart/form-data, part `file`, or `upload_id` of a finished resumable upload); what is there already stays as it is',
    tag,
    query: z.object({
      from: z
        .enum(['dossier', ...SOURCES])
        .default('dossier')
        .describe('What the file comes from'),
      dry_run: booleanText().optional().describe('Only says what would come; nothing is taken in'),
    }),
    takes: 'file',
    body: z.object({ upload_id: uuid() }),
    reply: accepted,
    status: 202,
    run: async (context, { actor, query, body, file }) => ({
      task_id: await startImport(context, actor, {
        file: body ? await uploadedFile(context, actor, body.upload_id) : file,
        from: query.from,
        dryRun: query.dry_run ?? false,
      }),
    }),
  }),
]
