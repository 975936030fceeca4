import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { readText, type StoredObject } from '../objects/index.ts'
import {
  fileOf,
  giversOf,
  listedInScope,
  placesInScope,
  type RunContext,
  reachOf,
  say,
  shownName,
  type Tool,
  type ToolCitation,
  tool,
} from '../tools/index.ts'
import { searchGiven } from './given.ts'

const facts = (file: StoredObject) => ({
  object_id: file.id,
  filename: file.filename,
  kind: file.kind,
  doc_type: file.enrichment?.doc_type ?? '',
  title: file.enrichment?.title ?? '',
  created_at: file.created_at,
})

const searchFiles = tool({
  name: 'search_files',
  risk: 'read',
  outside: { name: 'search' },
  description: 'Find files by words of their names and texts, or by meaning.',
  input: z.object({
    query: z.string().trim().min(1).max(500),
    limit: z.int().min(1).max(20).default(8),
    offset: z.int().min(0).max(200).default(0).describe('how many to leave out: `next_offset` of the answer before'),
  }),
  async sentence(_, __, { query }) {
    return { en: `Search for "${shownName(query)}"`, ru: `Искать «${shownName(query)}»` }
  },
  given: (_, { scope }) => ({ as: 'viewer', folder: scope.collectionId }),
  async look(context, runContext, { query, limit, offset }) {
    const reach = await reachOf(context, runContext, runContext.scope.objectIds)
    const request = { text: query, mode: 'hybrid' as const, limit, offset, ...reach }
    const { items: found, total } = await searchGiven(
      context,
      runContext.actor,
      await giversOf(context, runContext),
      request,
    )
    const citations: ToolCitation[] = found
      .flatMap(({ char_start, char_end, ...item }) =>
        char_start === null || char_end === null ? [] : [{ ...item, char_start, char_end }],
      )
      .map((item, n) => ({
        object_id: item.object.id,
        ord: item.ord ?? 0,
        index: n + 1,
        char_start: item.char_start,
        char_end: item.char_end,
        page: item.page,
        start_s: null,
        end_s: null,
        snippet: item.snippet,
        filename: item.object.filename,
        title: String(item.object.enrichment?.title ?? ''),
        doc_type: String(item.object.enrichment?.doc_type ?? ''),
      }))
    return {
      data: {
        items: found.map(({ object, snippet }) => ({ ...facts(object), snippet })),
        ...(offset + found.length < total && found.length > 0 ? { next_offset: offset + found.length } : {}),
      },
      says: listed(
        runContext,
        found.map(({ object }) => object),
      ),
      citations,
      given: found.flatMap(({ object }) => (isGiven(runContext, object) ? [object.id] : [])),
    }
  },
})

/** Of somebody else, who has given it. */
const isGiven = ({ actor }: RunContext, { owner_id }: Pick<StoredObject, 'owner_id'>) =>
  actor.guest !== undefined || owner_id !== actor.ownerId

function listed(runContext: RunContext, files: StoredObject[]): string {
  if (files.length === 0) return say(runContext, { en: 'I found no such files.', ru: 'Таких файлов не нашёл.' })
  return [
    say(runContext, { en: 'Found:', ru: 'Нашёл:' }),
    ...files.map(file => `- [${plain(file.filename)}](/v1/objects/${file.id})`),
  ].join('\n')
}

/** A name must not become a link of its own. */
const plain = (name: string) => shownName(name).replace(/[[\]()<>`]/gu, ' ')

const listFiles = tool({
  name: 'list_files',
  risk: 'read',
  description: 'The newest files, of a folder or of all, and the folders.',
  input: z.object({
    collection_id: z.uuid().optional(),
    shared: z
      .boolean()
      .default(false)
      .describe('also the folders that others have shared with the person; set it only when they ask about those'),
    limit: z.int().min(1).max(100).default(30),
    after: z.uuid().optional().describe('`next` of the answer before, for what comes behind it'),
  }),
  async sentence() {
    return { en: 'Look at the files', ru: 'Посмотреть файлы' }
  },
  given: ({ collection_id }, { scope }) => ({ as: 'viewer', folder: collection_id ?? scope.collectionId }),
  async look(context, runContext, { collection_id, shared: isAsked, limit, after }) {
    const filter = { folderId: collection_id, limit, after }
    const files = await listedInScope(context.db, runContext.actor, runContext.scope, filter)
    const folders = await placesInScope(context.db, runContext.actor, runContext.scope)
    const shared = isAsked ? await givenFolders(context, runContext) : []
    return {
      data: {
        items: files.map(facts),
        folders: folders.slice(0, 200).map(({ id, name }) => ({ collection_id: id, name })),
        ...(shared.length > 0 ? { shared_with_me: shared } : {}),
        ...(files.length === limit ? { next: files.at(-1)!.id } : {}),
      },
      says: listed(runContext, files),
      ...(runContext.actor.guest ? {} : { given: shared.map(folder => folder.collection_id) }),
    }
  },
})

/** As they were given: what lies below is listed by the folder. */
async function givenFolders(context: Context, runContext: RunContext) {
  const shared: { collection_id: string; name: string; owner: string }[] = []
  for (const giver of await giversOf(context, runContext))
    for (const { id, name } of await placesInScope(context.db, giver, runContext.scope))
      if (giver.bound?.collectionIds?.includes(id))
        shared.push({ collection_id: id, name, owner: giver.guest!.ownerName })
  return shared.slice(0, 200)
}

const PATIENCE_MS = 20_000

/** A file that has just come is read within seconds; who asks about it may wait as long. */
async function readyFile(context: Context, runContext: RunContext, id: string): Promise<StoredObject> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(200)) {
    const file = await fileOf(context, runContext, id)
    if (file.status !== 'pending' || Date.now() > end) return file
  }
}

const PIECE = 6000

const readFile = tool({
  name: 'read_file',
  risk: 'read',
  description: `The text of a file, up to ${PIECE} characters from the given place.`,
  input: z.object({ object_id: z.uuid(), from: z.int().min(0).default(0) }),
  async sentence(context, runContext, { object_id }) {
    const name = shownName((await fileOf(context, runContext, object_id)).filename)
    return { en: `Read "${name}"`, ru: `Прочитать «${name}»` }
  },
  given: ({ object_id }) => ({ as: 'viewer', object: object_id }),
  async look(context, runContext, { object_id, from }) {
    const file = await readyFile(context, runContext, object_id)
    const letters = [...(await readText(context, runContext.actor, object_id)).text]
    const piece = letters.slice(from, from + PIECE).join('')
    const more = from + PIECE < letters.length
    return {
      data: { ...facts(file), text: piece, from, total: letters.length, more },
      says: piece || say(runContext, { en: 'The file has no text.', ru: 'В файле нет текста.' }),
    }
  },
})

const FEW = 600

const summariseFile = tool({
  name: 'summarise_file',
  risk: 'read',
  description: 'What a file is about, in short.',
  input: z.object({ object_id: z.uuid() }),
  async sentence(context, runContext, { object_id }) {
    const name = shownName((await fileOf(context, runContext, object_id)).filename)
    return { en: `Summarise "${name}"`, ru: `Кратко пересказать «${name}»` }
  },
  given: ({ object_id }) => ({ as: 'viewer', object: object_id }),
  async look(context, runContext, { object_id }) {
    const file = await readyFile(context, runContext, object_id)
    const described = file.enrichment as { summary?: string; description?: string; title?: string } | null
    const text = file.status === 'pending' ? '' : (await readText(context, runContext.actor, object_id)).text
    const summary = described?.summary || described?.description || [...text].slice(0, FEW).join('')
    const title = described?.title || file.filename
    return {
      data: { ...facts(file), summary },
      says: summary
        ? `**${title}**\n\n${summary}`
        : say(runContext, { en: 'There is no text to summarise.', ru: 'В файле нет текста для пересказа.' }),
    }
  },
})

export const readingTools: Tool[] = [searchFiles, listFiles, readFile, summariseFile]
