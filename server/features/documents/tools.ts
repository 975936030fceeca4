import { z } from 'zod'
import type { Context } from '../../context.ts'
import {
  changeToNote,
  fileOf,
  noteChange,
  ofOthers,
  type RunContext,
  type SourceFile,
  say,
  shownName,
  sourceOf,
  type Tool,
  tool,
} from '../tools/index.ts'
import { startAssembly } from './assemble.ts'
import { startConversion } from './convert.ts'
import { startOperation } from './operate.ts'
import { OPERATIONS, type PdfOpRequest, pdfOpRequest } from './schema.ts'

/** As they are now, one's own or given. */
async function versionsOf(context: Context, runContext: RunContext, ids: string[]): Promise<Record<string, number>> {
  const versions: Record<string, number> = {}
  for (const id of ids) versions[id] = (await sourceOf(context, runContext, id)).file.version
  return versions
}

const convertFile = tool({
  name: 'convert_file',
  risk: 'reversible',
  description: 'Convert a file to another format; the result is a new file.',
  input: z.object({ object_id: z.uuid(), fmt: z.string().min(1).max(16) }),
  async sentence(context, runContext, { object_id, fmt }) {
    const name = shownName((await sourceOf(context, runContext, object_id)).file.filename)
    const to = shownName(fmt).toUpperCase()
    return { en: `Convert "${name}" to ${to}`, ru: `Преобразовать «${name}» в ${to}` }
  },
  touches: ({ object_id }) => ({ files: [object_id] }),
  versions: (context, runContext, { object_id }) => versionsOf(context, runContext, [object_id]),
  async act(context, runContext, { object_id, fmt }) {
    const source = await sourceOf(context, runContext, object_id)
    const { file } = source
    const started = await startConversion(context, source.reader, object_id, { fmt })
    await noteChange(context, runContext, {
      subject: 'work',
      subjectId: started.taskId,
      field: 'convert',
      before: null,
      after: started.fmt,
    })
    return {
      data: { task_id: started.taskId, object_id, fmt: started.fmt, status: 'accepted' },
      says: say(runContext, {
        en: `Converting "${file.filename}" to ${started.fmt.toUpperCase()}; the result will appear as a new file.`,
        ru: `Преобразую «${file.filename}» в ${started.fmt.toUpperCase()}; результат появится новым файлом.`,
      }),
      ...ofOthers([source]),
    }
  },
})

const PDF_WORDS: Record<(typeof OPERATIONS)[number], { en: string; ru: string }> = {
  compress: { en: 'compress', ru: 'сжать' },
  split: { en: 'split', ru: 'разделить' },
  delete: { en: 'remove pages from', ru: 'убрать страницы из' },
  rotate: { en: 'rotate pages of', ru: 'повернуть страницы' },
  reorder: { en: 'reorder the pages of', ru: 'переставить страницы' },
  arrange: { en: 'arrange the pages of', ru: 'разложить страницы' },
  protect: { en: 'put a password on', ru: 'поставить пароль на' },
  unlock: { en: 'take the password off', ru: 'снять пароль с' },
  watermark: { en: 'put a watermark on', ru: 'поставить водяной знак на' },
  insert: { en: 'insert pages into', ru: 'вставить страницы в' },
  replace: { en: 'replace pages of', ru: 'заменить страницы' },
  properties: { en: 'set the properties of', ru: 'изменить свойства' },
  annotate: { en: 'annotate', ru: 'сделать пометки в' },
  redact: { en: 'black out parts of', ru: 'вымарать части' },
  fill: { en: 'fill in the form of', ru: 'заполнить форму в' },
  flatten: { en: 'make the form a part of the pages of', ru: 'сделать поля частью страниц в' },
  number: { en: 'number the pages of', ru: 'пронумеровать страницы в' },
  crop: { en: 'crop the pages of', ru: 'обрезать страницы в' },
  outline: { en: 'set the bookmarks of', ru: 'изменить закладки в' },
  compare: { en: 'compare with another version', ru: 'сравнить с другой версией' },
  searchable: { en: 'recognise the text of', ru: 'распознать текст в' },
}

/** What goes into the result beside the file itself. */
const othersOf = (request: Partial<Pick<PdfOpRequest, 'source_object_id' | 'other_object_id'>>): string[] =>
  [request.source_object_id, request.other_object_id].filter(id => typeof id === 'string')

const pdfOperation = tool({
  name: 'pdf_operation',
  risk: 'reversible',
  description:
    'An operation on a PDF file; the result is a new file and the old one stays, or with replace the next version of the file. pages like "1,3-5"; angle 90, 180 or 270; password for protect and unlock; text for watermark.',
  input: z.object({
    object_id: z.uuid(),
    op: z.enum(OPERATIONS).exclude(['outline']),
    // Bookmarks hold bookmarks, which a description for a model cannot say.
    parameters: pdfOpRequest.omit({ replace: true, items: true, picture: true }).partial().default({}),
    replace: z.boolean().default(false).describe('Only where the person has asked to change the file itself'),
  }),
  async sentence(context, runContext, { object_id, op, parameters, replace }) {
    const { file, reader } = await sourceOf(context, runContext, object_id)
    const pages = parameters.pages ? ` (${shownName(parameters.pages)})` : ''
    const name = shownName(file.filename)
    const others: string[] = []
    for (const id of othersOf(parameters))
      others.push(shownName((await fileOf(context, { ...runContext, actor: reader }, id)).filename))
    const owner = replace && reader.guest ? shownName(reader.guest.ownerName) : ''
    const whose = owner ? { en: ` (belongs to ${owner})`, ru: ` (владелец: ${owner})` } : { en: '', ru: '' }
    const second = {
      en: others.map(other => `, with "${other}"`).join(''),
      ru: others.map(other => `, второй файл — «${other}»`).join(''),
    }
    return {
      en: `PDF: ${PDF_WORDS[op].en} "${name}"${whose.en}${pages}${second.en}, ${replace ? 'as its next version' : 'as a new file'}`,
      ru: `PDF: ${PDF_WORDS[op].ru} «${name}»${whose.ru}${pages}${second.ru}, результат — ${replace ? 'его новая версия' : 'новый файл'}`,
    }
  },
  // A new file is the person's own, whosever this one is.
  given: ({ object_id, replace }) => (replace ? { as: 'editor', object: object_id } : { as: 'viewer' }),
  touches: ({ object_id, parameters, replace }) => ({
    files: [object_id],
    uses: othersOf(parameters),
    ...(replace ? { words: true } : {}),
  }),
  versions: (context, runContext, { object_id, parameters }) =>
    versionsOf(context, runContext, [object_id, ...othersOf(parameters)]),
  async act(context, runContext, { object_id, op, parameters, replace }) {
    const source = await sourceOf(context, runContext, object_id)
    const { file, reader } = source
    const request = pdfOpRequest.parse({ ...parameters, replace })
    const used: SourceFile[] = [source]
    // Files of two owners are never put into one.
    for (const id of othersOf(request))
      used.push({ file: await fileOf(context, { ...runContext, actor: reader }, id), reader })
    const change = { subject: 'object', subjectId: object_id, field: 'content', before: file.version, after: op }
    // A new version is noted by the job that makes it: whoever undoes it must not take another for it.
    const noted = replace ? changeToNote(runContext, change) : undefined
    const { taskId } = await startOperation(context, reader, object_id, { op, request: { ...request, noted } })
    if (!replace)
      await noteChange(context, runContext, {
        subject: 'work',
        subjectId: taskId,
        field: op,
        before: null,
        after: null,
      })
    const where = replace
      ? { en: 'it will be the next version of the file', ru: 'это будет новая версия файла' }
      : { en: 'the result will appear as a new file', ru: 'результат появится новым файлом' }
    return {
      data: { task_id: taskId, object_id, op, replace, status: 'accepted' },
      says: say(runContext, {
        en: `Working on "${file.filename}" (${op}); ${where.en}.`,
        ru: `Обрабатываю «${file.filename}» (${op}); ${where.ru}.`,
      }),
      ...ofOthers(used),
    }
  },
})

const assembleFiles = tool({
  name: 'assemble_files',
  risk: 'reversible',
  description: 'Put several files together into one PDF, in the given order.',
  input: z.object({
    object_ids: z.array(z.uuid()).min(1).max(200),
    name: z.string().max(255).nullable().default(null),
  }),
  async sentence(context, runContext, { object_ids }) {
    const names: string[] = []
    for (const id of object_ids.slice(0, 10))
      names.push(shownName((await sourceOf(context, runContext, id)).file.filename))
    const more = object_ids.length > 10 ? ` + ${object_ids.length - 10}` : ''
    return {
      en: `Put together into one PDF: ${names.map(name => `"${name}"`).join(', ')}${more}`,
      ru: `Собрать в один PDF: ${names.map(name => `«${name}»`).join(', ')}${more}`,
    }
  },
  touches: ({ object_ids }) => ({ files: object_ids.slice(0, 1), uses: object_ids }),
  versions: (context, runContext, { object_ids }) => versionsOf(context, runContext, object_ids),
  async act(context, runContext, { object_ids, name }) {
    const sources: SourceFile[] = []
    for (const id of object_ids) sources.push(await sourceOf(context, runContext, id))
    const { count, taskId, skipped } = await startAssembly(context, runContext.actor, {
      object_ids,
      name,
      sort: 'order',
    })
    await noteChange(context, runContext, {
      subject: 'work',
      subjectId: taskId,
      field: 'assemble',
      before: null,
      after: null,
    })
    return {
      data: { task_id: taskId, count, skipped, status: 'accepted' },
      says: say(runContext, {
        en: `Putting ${count} files together; the PDF will appear as a new file.`,
        ru: `Собираю файлы (${count}); PDF появится новым файлом.`,
      }),
      ...ofOthers(sources),
    }
  },
})

export const documentTools: Tool[] = [convertFile, pdfOperation, assembleFiles]
