import { z } from 'zod'
import type { Context } from '../../context.ts'
import { notFound } from '../../lib/errors.ts'
import type { Words } from '../../lib/language.ts'
import { createCollection, createTheme, editCollection, getCollection } from '../collections/index.ts'
import { correctEnrichment } from '../enrichment/index.ts'
import { editObject, restoreObject, type StoredObject, trashObject, uploadName } from '../objects/index.ts'
import {
  anyHidden,
  fileOf,
  noteChange,
  placesInScope,
  type RunContext,
  say,
  shownName,
  type Tool,
  type ToolOutcome,
  type Touched,
  tool,
} from '../tools/index.ts'

const id = () => z.uuid()

async function placeOf(context: Pick<Context, 'db'>, runContext: RunContext, wanted: string) {
  const place = (await placesInScope(context.db, runContext.actor, runContext.scope)).find(
    folder => folder.id === wanted,
  )
  if (!place) throw notFound('collection')
  return place
}

interface FileChange extends Pick<ToolOutcome, 'given' | 'gone'> {
  before: unknown
  after: unknown
  says: Words
}

type FileCall<Input, Result> = (
  context: Context,
  runContext: RunContext,
  file: StoredObject,
  input: Input,
) => Promise<Result>

interface FileTool<Input> extends Pick<Tool<Input>, 'name' | 'risk' | 'description' | 'warning' | 'input'> {
  /** What of the file it changes, as the ledger calls it. */
  field: string
  shelf?: 'active' | 'trash'
  /** What the person must be for a file of somebody else; without it, such a file is not there. */
  as?: 'editor' | 'owner'
  /** Beside the file itself. */
  touches?(input: Input): Touched
  sentence: FileCall<Input, Words>
  change: FileCall<Input, FileChange>
}

/** One thing of one file is changed, noted, and told of. */
function fileTool<Input extends { object_id: string }>(definition: FileTool<Input>): Tool {
  const { field, shelf, as, touches, sentence, change, ...rest } = definition
  const found = (context: Context, runContext: RunContext, { object_id }: Input) =>
    fileOf(context, runContext, object_id, shelf)
  return tool<Input>({
    ...rest,
    sentence: async (context, runContext, input) =>
      sentence(context, runContext, await found(context, runContext, input), input),
    ...(as ? { given: ({ object_id }) => ({ as, object: object_id }) } : {}),
    touches: input => ({ files: [input.object_id], ...touches?.(input) }),
    async act(context, runContext, input) {
      const { object_id } = input
      const file = await found(context, runContext, input)
      const { before, after, says, ...outcome } = await change(context, runContext, file, input)
      await noteChange(context, runContext, { subject: 'object', subjectId: object_id, field, before, after })
      return { data: { object_id, [field]: after }, says: say(runContext, says), ...outcome }
    },
  })
}

const renameFile = fileTool({
  name: 'rename_file',
  risk: 'reversible',
  description: 'Give a file another name. The extension is kept when the new name has none.',
  input: z.object({ object_id: id(), filename: z.string().min(1).max(255) }),
  field: 'filename',
  as: 'editor',
  touches: () => ({ words: true }),
  async sentence(_, __, file, { filename }) {
    const [before, after] = [shownName(file.filename), shownName(withExtension(filename, file.filename))]
    return { en: `Rename "${before}" to "${after}"`, ru: `Переименовать «${before}» в «${after}»` }
  },
  async change(context, { actor }, { id: fileId, filename: before }, { filename }) {
    const after = uploadName(withExtension(filename, before))
    await editObject(context, actor, fileId, { filename: after })
    const says = { en: `Renamed "${before}" to "${after}".`, ru: `Переименовал «${before}» в «${after}».` }
    return { before, after, says }
  },
})

/** "Отчёт" for report.docx becomes Отчёт.docx. */
function withExtension(wanted: string, current: string): string {
  const extension = /\.[\p{L}\p{N}]{1,8}$/u.exec(current)?.[0] ?? ''
  return extension && !/\.\p{L}[\p{L}\p{N}]{1,7}$/u.test(wanted) ? wanted + extension : wanted
}

const moveFile = fileTool({
  name: 'move_file',
  risk: 'reversible',
  description: 'Put a file into a folder; null takes it out of its folder.',
  input: z.object({ object_id: id(), collection_id: id().nullable() }),
  field: 'collection_id',
  as: 'editor',
  touches: ({ collection_id }) => ({ folders: [collection_id] }),
  async sentence(context, runContext, { filename }, { collection_id }) {
    const name = shownName(filename)
    if (collection_id === null) return { en: `Take "${name}" out of its folder`, ru: `Вынести «${name}» из папки` }
    const place = shownName((await placeOf(context, runContext, collection_id)).name)
    return { en: `Move "${name}" to the folder "${place}"`, ru: `Переместить «${name}» в папку «${place}»` }
  },
  async change(context, runContext, { id: fileId, filename, collection_id: before }, { collection_id: after }) {
    const place = after === null ? undefined : await placeOf(context, runContext, after)
    await editObject(context, runContext.actor, fileId, { collection_id: after })
    const says = place
      ? { en: `Moved "${filename}" to "${place.name}".`, ru: `Переместил «${filename}» в «${place.name}».` }
      : { en: `Took "${filename}" out of its folder.`, ru: `Вынес «${filename}» из папки.` }
    return { before, after, says }
  },
})

const tagFile = fileTool({
  name: 'tag_file',
  risk: 'reversible',
  description: 'Add keywords to a file.',
  input: z.object({ object_id: id(), keywords: z.array(z.string().min(1).max(100)).min(1).max(20) }),
  field: 'keywords',
  as: 'editor',
  touches: () => ({ words: true }),
  async sentence(_, __, { filename }, { keywords }) {
    const [name, list] = [shownName(filename), shownName(keywords.join(', '))]
    return { en: `Tag "${name}" with ${list}`, ru: `Добавить к «${name}» теги: ${list}` }
  },
  async change(context, { actor }, { id: fileId, filename, enrichment }, { keywords }) {
    const before = (enrichment?.keywords as string[] | undefined) ?? []
    const after = [...new Set([...before, ...keywords])].slice(0, 50)
    await correctEnrichment(context, actor, fileId, { keywords: after })
    const list = keywords.join(', ')
    const says = { en: `Tagged "${filename}": ${list}.`, ru: `Добавил к «${filename}» теги: ${list}.` }
    return { before, after, says }
  },
})

const hiding = (name: string, isHidden: boolean): Tool =>
  fileTool({
    name,
    risk: 'reversible',
    description: isHidden ? 'Put a file into the hidden zone.' : 'Take a file out of the hidden zone.',
    input: z.object({ object_id: id() }),
    field: 'is_hidden',
    as: 'owner',
    async sentence(_, __, { filename }) {
      const shown = shownName(filename)
      return isHidden
        ? { en: `Hide "${shown}"`, ru: `Спрятать «${shown}»` }
        : { en: `Take "${shown}" out of the hidden zone`, ru: `Вернуть «${shown}» из скрытой зоны` }
    },
    async change(context, { actor }, { id: fileId, filename }) {
      await editObject(context, actor, fileId, { is_hidden: isHidden })
      const says = isHidden
        ? { en: `"${filename}" is in the hidden zone now.`, ru: `«${filename}» теперь в скрытой зоне.` }
        : { en: `"${filename}" is visible again.`, ru: `«${filename}» снова виден.` }
      return { before: !isHidden, after: isHidden, says }
    },
  })

const trashFile = fileTool({
  name: 'trash_file',
  risk: 'destructive',
  warning: {
    en: 'Moves to the trash. It can be restored from there.',
    ru: 'Переместит в корзину. Оттуда файл можно восстановить.',
  },
  description: 'Move a file to the trash.',
  input: z.object({ object_id: id() }),
  field: 'trashed',
  as: 'editor',
  async sentence(_, __, { filename }) {
    const name = shownName(filename)
    return { en: `Move "${name}" to the trash`, ru: `Переместить «${name}» в корзину` }
  },
  async change(context, { actor }, { id: fileId, filename, collection_id }) {
    await trashObject(context, actor, fileId)
    return {
      before: false,
      after: true,
      says: { en: `"${filename}" is in the trash.`, ru: `«${filename}» в корзине.` },
      // What lies in the trash of others is seen by them alone; that it was put there may be told.
      ...(actor.guest ? { given: [collection_id!], gone: [fileId] } : {}),
    }
  },
})

const restoreFile = fileTool({
  name: 'restore_file',
  risk: 'reversible',
  description: 'Take a file out of the trash.',
  input: z.object({ object_id: id() }),
  field: 'trashed',
  shelf: 'trash',
  async sentence(_, __, { filename }) {
    const name = shownName(filename)
    return { en: `Restore "${name}" from the trash`, ru: `Восстановить «${name}» из корзины` }
  },
  async change(context, { actor }, { id: fileId, filename }) {
    await restoreObject(context, actor, fileId)
    return { before: true, after: false, says: { en: `"${filename}" is back.`, ru: `«${filename}» восстановлен.` } }
  },
})

const makeFolder = tool({
  name: 'make_folder',
  risk: 'reversible',
  description: 'Make a folder, at the top or in another folder.',
  input: z.object({ name: z.string().trim().min(1).max(200), parent_id: id().nullable().default(null) }),
  async sentence(context, runContext, { name, parent_id }) {
    const inside = parent_id && shownName((await placeOf(context, runContext, parent_id)).name)
    const shown = shownName(name)
    return inside
      ? { en: `Make a folder "${shown}" in "${inside}"`, ru: `Создать папку «${shown}» в «${inside}»` }
      : { en: `Make a folder "${shown}"`, ru: `Создать папку «${shown}»` }
  },
  given: ({ parent_id }, { scope }) => ({ as: 'editor', folder: parent_id ?? scope.collectionId }),
  touches: ({ parent_id }, { scope }) => ({ folders: [parent_id ?? scope.collectionId] }),
  async act(context, runContext, { name, parent_id }) {
    // In a run that is bound to a folder, new folders are created inside it.
    const parent = parent_id ?? runContext.scope.collectionId
    if (parent) await getCollection(context, runContext.actor, (await placeOf(context, runContext, parent)).id)
    const made = await createCollection(context, runContext.actor, { name, icon: '', parent_id: parent })
    // Its name may be words of a hidden file.
    if (await anyHidden(context.db, runContext.actor.ownerId, runContext.madeOf.objectIds))
      await editCollection(context, runContext.actor, made.id, { is_hidden: true })
    await noteChange(context, runContext, {
      subject: 'collection',
      subjectId: made.id,
      field: 'made',
      before: null,
      after: name,
    })
    return {
      data: { collection_id: made.id, name },
      says: say(runContext, { en: `Made the folder "${name}".`, ru: `Создал папку «${name}».` }),
    }
  },
})

const makeTheme = tool({
  name: 'make_theme',
  risk: 'reversible',
  description: 'Make a theme, the top tier that holds folders.',
  input: z.object({ name: z.string().trim().min(1).max(200) }),
  async sentence(_, __, { name }) {
    return { en: `Make a theme "${shownName(name)}"`, ru: `Создать тему «${shownName(name)}»` }
  },
  touches: () => ({}),
  async act(context, runContext, { name }) {
    const hidden = await anyHidden(context.db, runContext.actor.ownerId, runContext.madeOf.objectIds)
    const made = await createTheme(context, runContext.actor, { name, icon: '', is_hidden: hidden })
    // The name is not written down here: the theme may be hidden one day.
    await noteChange(context, runContext, {
      subject: 'theme',
      subjectId: made.id,
      field: 'made',
      before: null,
      after: null,
    })
    return {
      data: { theme_id: made.id, name },
      says: say(runContext, { en: `Made the theme "${name}".`, ru: `Создал тему «${name}».` }),
    }
  },
})

export const fileTools: Tool[] = [
  renameFile,
  moveFile,
  tagFile,
  hiding('hide_file', true),
  hiding('unhide_file', false),
  makeFolder,
  makeTheme,
  trashFile,
  restoreFile,
]
