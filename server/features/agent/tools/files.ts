import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../lib/errors.ts'
import { createCollection, createTheme, editCollection, getCollection } from '../../collections/index.ts'
import { correctEnrichment } from '../../enrichment/index.ts'
import { editObject, restoreObject, trashObject, uploadName } from '../../objects/index.ts'
import {
  anyHidden,
  fileOf,
  noteChange,
  placesInScope,
  type RunContext,
  say,
  shownName,
  type Tool,
  tool,
} from '../../tools/index.ts'

const id = () => z.uuid()

async function placeOf(context: Pick<Context, 'db'>, runContext: RunContext, wanted: string) {
  const place = (await placesInScope(context.db, runContext.actor, runContext.scope)).find(
    folder => folder.id === wanted,
  )
  if (!place) throw notFound('collection')
  return place
}

const renameFile = tool({
  name: 'rename_file',
  risk: 'reversible',
  description: 'Give a file another name. The extension is kept when the new name has none.',
  input: z.object({ object_id: id(), filename: z.string().min(1).max(255) }),
  async sentence(context, runContext, { object_id, filename }) {
    const file = await fileOf(context, runContext, object_id)
    const [before, after] = [shownName(file.filename), shownName(withExtension(filename, file.filename))]
    return { en: `Rename "${before}" to "${after}"`, ru: `Переименовать «${before}» в «${after}»` }
  },
  given: ({ object_id }) => ({ as: 'editor', object: object_id }),
  touches: ({ object_id }) => ({ files: [object_id], words: true }),
  async act(context, runContext, { object_id, filename }) {
    const file = await fileOf(context, runContext, object_id)
    const after = uploadName(withExtension(filename, file.filename))
    await editObject(context, runContext.actor, object_id, { filename: after })
    await noteChange(context, runContext, {
      subject: 'object',
      subjectId: object_id,
      field: 'filename',
      before: file.filename,
      after,
    })
    return {
      data: { object_id, filename: after },
      says: say(runContext, {
        en: `Renamed "${file.filename}" to "${after}".`,
        ru: `Переименовал «${file.filename}» в «${after}».`,
      }),
    }
  },
})

/** "Отчёт" for report.docx becomes Отчёт.docx. */
export function withExtension(wanted: string, current: string): string {
  const extension = /\.[\p{L}\p{N}]{1,8}$/u.exec(current)?.[0] ?? ''
  return extension && !/\.\p{L}[\p{L}\p{N}]{1,7}$/u.test(wanted) ? wanted + extension : wanted
}

const moveFile = tool({
  name: 'move_file',
  risk: 'reversible',
  description: 'Put a file into a folder; null takes it out of its folder.',
  input: z.object({ object_id: id(), collection_id: id().nullable() }),
  async sentence(context, runContext, { object_id, collection_id }) {
    const name = shownName((await fileOf(context, runContext, object_id)).filename)
    if (collection_id === null) return { en: `Take "${name}" out of its folder`, ru: `Вынести «${name}» из папки` }
    const place = shownName((await placeOf(context, runContext, collection_id)).name)
    return { en: `Move "${name}" to the folder "${place}"`, ru: `Переместить «${name}» в папку «${place}»` }
  },
  given: ({ object_id }) => ({ as: 'editor', object: object_id }),
  touches: ({ object_id, collection_id }) => ({ files: [object_id], folders: [collection_id] }),
  async act(context, runContext, { object_id, collection_id }) {
    const file = await fileOf(context, runContext, object_id)
    const place = collection_id === null ? undefined : await placeOf(context, runContext, collection_id)
    await editObject(context, runContext.actor, object_id, { collection_id })
    await noteChange(context, runContext, {
      subject: 'object',
      subjectId: object_id,
      field: 'collection_id',
      before: file.collection_id,
      after: collection_id,
    })
    const words = place
      ? { en: `Moved "${file.filename}" to "${place.name}".`, ru: `Переместил «${file.filename}» в «${place.name}».` }
      : { en: `Took "${file.filename}" out of its folder.`, ru: `Вынес «${file.filename}» из папки.` }
    return { data: { object_id, collection_id }, says: say(runContext, words) }
  },
})

const tagFile = tool({
  name: 'tag_file',
  risk: 'reversible',
  description: 'Add keywords to a file.',
  input: z.object({ object_id: id(), keywords: z.array(z.string().min(1).max(100)).min(1).max(20) }),
  async sentence(context, runContext, { object_id, keywords }) {
    const name = shownName((await fileOf(context, runContext, object_id)).filename)
    const list = shownName(keywords.join(', '))
    return { en: `Tag "${name}" with ${list}`, ru: `Добавить к «${name}» теги: ${list}` }
  },
  given: ({ object_id }) => ({ as: 'editor', object: object_id }),
  touches: ({ object_id }) => ({ files: [object_id], words: true }),
  async act(context, runContext, { object_id, keywords }) {
    const file = await fileOf(context, runContext, object_id)
    const before = (file.enrichment?.keywords as string[] | undefined) ?? []
    const after = [...new Set([...before, ...keywords])].slice(0, 50)
    await correctEnrichment(context, runContext.actor, object_id, { keywords: after })
    await noteChange(context, runContext, { subject: 'object', subjectId: object_id, field: 'keywords', before, after })
    return {
      data: { object_id, keywords: after },
      says: say(runContext, {
        en: `Tagged "${file.filename}": ${keywords.join(', ')}.`,
        ru: `Добавил к «${file.filename}» теги: ${keywords.join(', ')}.`,
      }),
    }
  },
})

const hiding = (name: string, isHidden: boolean): Tool =>
  tool({
    name,
    risk: 'reversible',
    description: isHidden ? 'Put a file into the hidden zone.' : 'Take a file out of the hidden zone.',
    input: z.object({ object_id: id() }),
    async sentence(context, runContext, { object_id }) {
      const file = shownName((await fileOf(context, runContext, object_id)).filename)
      return isHidden
        ? { en: `Hide "${file}"`, ru: `Спрятать «${file}»` }
        : { en: `Take "${file}" out of the hidden zone`, ru: `Вернуть «${file}» из скрытой зоны` }
    },
    given: ({ object_id }) => ({ as: 'owner', object: object_id }),
    touches: ({ object_id }) => ({ files: [object_id] }),
    async act(context, runContext, { object_id }) {
      const file = await fileOf(context, runContext, object_id)
      await editObject(context, runContext.actor, object_id, { is_hidden: isHidden })
      await noteChange(context, runContext, {
        subject: 'object',
        subjectId: object_id,
        field: 'is_hidden',
        before: !isHidden,
        after: isHidden,
      })
      const words = isHidden
        ? { en: `"${file.filename}" is in the hidden zone now.`, ru: `«${file.filename}» теперь в скрытой зоне.` }
        : { en: `"${file.filename}" is visible again.`, ru: `«${file.filename}» снова виден.` }
      return { data: { object_id, is_hidden: isHidden }, says: say(runContext, words) }
    },
  })

const trashFile = tool({
  name: 'trash_file',
  risk: 'destructive',
  warning: {
    en: 'Moves to the trash. It can be restored from there.',
    ru: 'Переместит в корзину. Оттуда файл можно восстановить.',
  },
  description: 'Move a file to the trash.',
  input: z.object({ object_id: id() }),
  async sentence(context, runContext, { object_id }) {
    const name = shownName((await fileOf(context, runContext, object_id)).filename)
    return { en: `Move "${name}" to the trash`, ru: `Переместить «${name}» в корзину` }
  },
  given: ({ object_id }) => ({ as: 'editor', object: object_id }),
  touches: ({ object_id }) => ({ files: [object_id] }),
  async act(context, runContext, { object_id }) {
    const file = await fileOf(context, runContext, object_id)
    await trashObject(context, runContext.actor, object_id)
    await noteChange(context, runContext, {
      subject: 'object',
      subjectId: object_id,
      field: 'trashed',
      before: false,
      after: true,
    })
    return {
      data: { object_id, trashed: true },
      says: say(runContext, { en: `"${file.filename}" is in the trash.`, ru: `«${file.filename}» в корзине.` }),
      // What lies in the trash of others is seen by them alone; that it was put there may be told.
      ...(runContext.actor.guest ? { given: [file.collection_id!], gone: [object_id] } : {}),
    }
  },
})

const restoreFile = tool({
  name: 'restore_file',
  risk: 'reversible',
  description: 'Take a file out of the trash.',
  input: z.object({ object_id: id() }),
  async sentence(context, runContext, { object_id }) {
    const name = shownName((await fileOf(context, runContext, object_id, 'trash')).filename)
    return { en: `Restore "${name}" from the trash`, ru: `Восстановить «${name}» из корзины` }
  },
  touches: ({ object_id }) => ({ files: [object_id] }),
  async act(context, runContext, { object_id }) {
    const file = await fileOf(context, runContext, object_id, 'trash')
    await restoreObject(context, runContext.actor, object_id)
    await noteChange(context, runContext, {
      subject: 'object',
      subjectId: object_id,
      field: 'trashed',
      before: true,
      after: false,
    })
    return {
      data: { object_id, trashed: false },
      says: say(runContext, { en: `"${file.filename}" is back.`, ru: `«${file.filename}» восстановлен.` }),
    }
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
