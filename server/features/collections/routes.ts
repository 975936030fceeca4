import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { notFound } from '../../lib/errors.ts'
import { out } from '../../lib/shapes.ts'
import {
  createCollection,
  deleteCollection,
  editCollection,
  getCollection,
  type OnAutoNaming,
  type OnFoldersRemoved,
} from './change.ts'
import { growFolders } from './growing/grow.ts'
import { grown } from './growing/schema.ts'
import { listFolders } from './list.ts'
import { findNote, listThemes, setNote } from './queries.ts'
import * as shape from './schema.ts'
import { createTheme, deleteTheme, editTheme, getTheme } from './themes.ts'

const tag = 'folders'

const noteRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/collections/:collection_id/note',
    name: 'getFolderNote',
    given: { as: 'viewer', folder: 'params.collection_id' },
    summary: 'The note on a folder (Markdown); 404 when there is none',
    tag,
    params: shape.collectionId,
    reply: shape.note,
    run: async (context, { actor, params }) => {
      await getCollection(context, actor, params.collection_id)
      const found = await findNote(context.db, actor, params.collection_id)
      if (!found) throw notFound('note')
      return found
    },
  }),
  route({
    method: 'PUT',
    path: '/v1/collections/:collection_id/note',
    name: 'writeFolderNote',
    given: { as: 'editor', folder: 'params.collection_id' },
    summary: 'Write the note on a folder',
    tag,
    params: shape.collectionId,
    body: shape.noteUpdate,
    reply: shape.note,
    example: { text: '# What belongs here' },
    run: async (context, { actor, params, body }) => {
      await getCollection(context, actor, params.collection_id)
      await setNote(context.db, actor, params.collection_id, body.text)
      return (await findNote(context.db, actor, params.collection_id))!
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/collections/:collection_id/note',
    name: 'deleteFolderNote',
    given: { as: 'editor', folder: 'params.collection_id' },
    summary: 'Remove the note on a folder',
    tag,
    params: shape.collectionId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await getCollection(context, actor, params.collection_id)
      await setNote(context.db, actor, params.collection_id, null)
      return { ok: true }
    },
  }),
]

export const themeRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/themes',
    name: 'listThemes',
    summary: 'My themes',
    tag: 'themes',
    reply: z.object({ items: z.array(shape.theme) }),
    run: async (context, { actor }) => ({ items: await listThemes(context.db, actor) }),
  }),
  route({
    method: 'POST',
    path: '/v1/themes',
    name: 'createTheme',
    refuses: ['not_found'],
    summary: 'Make a theme',
    tag: 'themes',
    body: shape.themeCreate,
    reply: shape.theme,
    status: 201,
    example: { name: 'Work', icon: '💼' },
    run: (context, { actor, body }) => createTheme(context, actor, body),
  }),
  route({
    method: 'GET',
    path: '/v1/themes/:theme_id',
    name: 'getTheme',
    summary: 'One theme',
    tag: 'themes',
    params: shape.themeId,
    reply: shape.theme,
    run: (context, { actor, params }) => getTheme(context, actor, params.theme_id),
  }),
  route({
    method: 'PATCH',
    path: '/v1/themes/:theme_id',
    name: 'updateTheme',
    summary: 'Rename, or hide or unhide with all folders and files in it',
    tag: 'themes',
    params: shape.themeId,
    body: shape.themeUpdate,
    reply: shape.theme,
    example: { name: 'Work and study' },
    run: (context, { actor, params, body }) => editTheme(context, actor, params.theme_id, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/themes/:theme_id',
    name: 'deleteTheme',
    summary: 'Remove a theme; its folders stay, without a theme',
    tag: 'themes',
    params: shape.themeId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await deleteTheme(context, actor, params.theme_id)
      return { ok: true }
    },
  }),
]

export const collectionRoutes = (onRemoved: OnFoldersRemoved, onAutoNaming: OnAutoNaming): Route[] => [
  route({
    method: 'GET',
    path: '/v1/collections',
    name: 'listFolders',
    refuses: ['not_found'],
    given: { as: 'viewer', folder: 'query.parent_id' },
    summary:
      'My folders, flat, each with its path: all of them; with limit, cursor or parent_id (`root` for the top) a page at a time; with ids or q those that are asked for',
    tag,
    query: shape.folderQuery,
    reply: z.object({ items: z.array(shape.collection), next_cursor: z.string().nullable() }),
    run: (context, { actor, query }) => listFolders(context, actor, query),
  }),
  route({
    method: 'POST',
    path: '/v1/collections',
    name: 'createFolder',
    refuses: ['not_found'],
    given: { as: 'editor', folder: 'body.parent_id', ownerOnly: ['body.theme_id'] },
    summary: 'Make a folder',
    tag,
    body: shape.collectionCreate,
    reply: shape.collection,
    status: 201,
    example: { name: 'Contracts', icon: '📁' },
    run: (context, { actor, body }) => createCollection(context, actor, body),
  }),
  route({
    method: 'POST',
    path: '/v1/collections/tree',
    name: 'createFolders',
    refuses: ['not_found'],
    summary: 'Make many folders at once, some of them in others, all or none of them',
    tag,
    body: grown,
    reply: z.object({ items: z.array(shape.collection) }),
    status: 201,
    example: { folders: [{ name: 'Contracts' }, { name: '2026', parent: 0 }] },
    run: async (context, { actor, body }) => ({
      items: await growFolders(context, actor, body.folders, onAutoNaming),
    }),
  }),
  route({
    method: 'GET',
    path: '/v1/collections/:collection_id',
    name: 'getFolder',
    given: { as: 'viewer', folder: 'params.collection_id' },
    summary: 'One folder',
    tag,
    params: shape.collectionId,
    reply: shape.collection,
    run: (context, { actor, params }) => getCollection(context, actor, params.collection_id),
  }),
  route({
    method: 'PATCH',
    path: '/v1/collections/:collection_id',
    name: 'updateFolder',
    given: {
      as: 'editor',
      folder: 'params.collection_id',
      ownerOnly: ['body.is_hidden', 'body.theme_id', 'body.name_mode'],
    },
    refuses: ['folder_cycle', 'hidden_by_parent', 'not_owner'],
    summary: 'Rename, move, hide or unhide; parent_id and theme_id change only when they are present',
    tag,
    params: shape.collectionId,
    body: shape.collectionUpdate,
    reply: shape.collection,
    example: { name: 'Signed contracts', parent_id: null },
    run: (context, { actor, params, body }) =>
      editCollection(context, actor, params.collection_id, { ...body, onAutoNaming }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/collections/:collection_id',
    name: 'deleteFolder',
    refuses: ['not_owner'],
    given: { as: 'editor', folder: 'params.collection_id' },
    summary:
      'Remove a folder with all below it; its files go to the trash (those of a large tree by the task that is named). With mode=keep it goes alone, and what is in it moves up',
    tag,
    params: shape.collectionId,
    query: shape.deletion,
    reply: out.ok.extend({ task_id: out.uuid().optional() }),
    run: async (context, { actor, params, query }) => {
      const taskId = await deleteCollection(context, actor, params.collection_id, {
        mode: query.mode ?? 'trash',
        onRemoved,
      })
      return { ok: true, ...(taskId ? { task_id: taskId } : {}) }
    },
  }),
  ...noteRoutes,
]
