import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { anyId, text, uuid } from '../../lib/shapes.ts'
import { clearFolders } from '../collections/index.ts'
import { emptyFullTrash } from '../objects/index.ts'
import { taskByName, taskOfObject, taskRecord } from '../work/index.ts'
import { startAssembly } from './assemble.ts'
import { formatsOf, startConversion } from './convert.ts'
import { assembleObjects, convertObject, pdfOperation } from './jobs.ts'
import { describePdf, findInPdf, startOperation } from './operate.ts'
import { PDF_REFUSALS } from './refusals.ts'
import * as shape from './schema.ts'
import { signPdf } from './sign.ts'

const tag = 'documents'
const ALL = [pdfOperation, convertObject, assembleObjects, clearFolders, emptyFullTrash].map(job => job.name)
/** The result is a new file of whoever asks; to replace the file itself one must be its editor. */
const forWork = {
  as: 'editor',
  object: 'params.object_id',
  isPersonal: ({ replace }: Record<string, unknown>) => replace !== true,
} as const
const forReaders = { as: 'viewer', object: 'params.object_id' } as const
const taskOfObjectId = z.object({ object_id: uuid(), task_id: anyId() })

/** Tasks of other features can be asked for by the same address. */
export const documentRoutes = (otherTasks: string[]): Route[] => [
  route({
    method: 'POST',
    path: '/v1/objects/:object_id/pdf/:op',
    name: 'startPdfOperation',
    given: forWork,
    refuses: [...PDF_REFUSALS, 'hidden_source'],
    summary: 'Change a PDF file; the result is a new file, or with `replace` the next version of this one',
    tag,
    params: z.object({ object_id: uuid(), op: text({ max: 64 }) }),
    body: shape.pdfOpRequest.prefault({}),
    reply: shape.pdfOpAccepted,
    status: 202,
    example: { pages: '1,3-5,8-', angle: 90 },
    run: async (context, { actor, params, body }) => {
      const { taskId } = await startOperation(context, actor, params.object_id, { op: params.op, request: body })
      return { op: params.op, status: 'accepted', task_id: taskId }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/objects/:object_id/pdf/sign',
    name: 'signPdf',
    given: forWork,
    refuses: ['already_protected', 'busy', 'not_pdf', 'pdf_damaged', 'pdf_too_heavy', 'pdf_unable'],
    summary:
      'Sign a PDF file with a certificate of your own (PAdES); certificate and password are used once and not kept',
    tag,
    params: z.object({ object_id: uuid() }),
    body: shape.signRequest.prefault({}),
    form: true,
    bodyLimit: 1024 * 1024,
    reply: shape.pdfOpAccepted,
    status: 202,
    run: async (context, { actor, params, body, incoming }) => {
      const taskId = await signPdf(context, actor, params.object_id, { ...body, signal: incoming.signal })
      return { op: 'sign', status: 'accepted', task_id: taskId }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/pdf-structure',
    name: 'getPdfStructure',
    given: forReaders,
    refuses: ['not_pdf', 'pdf_damaged', 'pdf_too_heavy', 'pdf_unable'],
    summary: 'The bookmarks and the form fields of a PDF file',
    tag,
    params: z.object({ object_id: uuid() }),
    reply: shape.pdfStructure,
    run: (context, { actor, params }) => describePdf(context, actor, params.object_id),
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/pdf-places',
    name: 'findInPdf',
    given: forReaders,
    refuses: ['not_pdf', 'pdf_damaged', 'pdf_too_heavy', 'pdf_unable'],
    summary: 'All places of a word, a name or a number on the pages of a PDF file, as boxes that can be redacted',
    tag,
    params: z.object({ object_id: uuid() }),
    query: z.object({ q: text({ max: 200 }).default('').describe('The word, name or number whose places are wanted') }),
    reply: shape.pdfPlaces,
    run: (context, { actor, params, query, incoming }) =>
      findInPdf(context, actor, params.object_id, { query: query.q, signal: incoming.signal }),
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/pdf-status/:task_id',
    name: 'getPdfOperation',
    given: forReaders,
    summary: 'What has become of a PDF operation',
    tag,
    params: taskOfObjectId,
    reply: taskRecord,
    run: (context, { actor, params }) =>
      taskOfObject(context, actor, {
        objectId: params.object_id,
        taskId: params.task_id,
        names: [pdfOperation.name],
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/convert-formats',
    name: 'listConvertFormats',
    given: forReaders,
    summary: 'What the file can become, on this machine',
    tag,
    params: z.object({ object_id: uuid() }),
    reply: shape.convertFormats,
    run: async (context, { actor, params }) => ({
      object_id: params.object_id,
      formats: await formatsOf(context, actor, params.object_id),
    }),
  }),
  route({
    method: 'POST',
    path: '/v1/objects/:object_id/convert',
    name: 'convertFile',
    inResult: ['too_many_pages'],
    given: forReaders,
    refuses: ['call_too_dear', 'cannot_convert', 'tariff_spent'],
    summary: 'Convert a file; the result is a new file',
    tag,
    params: z.object({ object_id: uuid() }),
    body: shape.convertRequest,
    reply: shape.convertAccepted,
    status: 202,
    example: { fmt: 'pdf' },
    run: async (context, { actor, params, body }) => {
      const { taskId, fmt } = await startConversion(context, actor, params.object_id, body)
      return { op: 'convert', status: 'accepted', task_id: taskId, fmt }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/convert-status/:task_id',
    name: 'getConversion',
    given: forReaders,
    summary: 'What has become of a conversion',
    tag,
    params: taskOfObjectId,
    reply: taskRecord,
    run: (context, { actor, params }) =>
      taskOfObject(context, actor, {
        objectId: params.object_id,
        taskId: params.task_id,
        names: [convertObject.name],
      }),
  }),
  route({
    method: 'POST',
    path: '/v1/objects/assemble',
    name: 'assemblePdf',
    refuses: ['no_pages', 'not_found', 'several_owners'],
    summary:
      'Put several files of one owner, oneself or somebody who has given them, together into one PDF of one’s own',
    tag,
    body: shape.assembleRequest,
    reply: shape.assembleAccepted,
    status: 202,
    run: async (context, { actor, body }) => {
      const { count, taskId, skipped } = await startAssembly(context, actor, body)
      return { count, status: 'accepted', task_id: taskId, skipped }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/tasks-status/:task_id',
    name: 'getTaskStatus',
    whileLeaving: true,
    summary: 'What has become of any background task',
    tag,
    params: z.object({ task_id: anyId() }),
    reply: taskRecord,
    run: (context, { actor, params }) => taskByName(context, actor, params.task_id, [...ALL, ...otherTasks]),
  }),
]
