import { buffer } from 'node:stream/consumers'
import type { Actor, Context } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { isUuid } from '../../lib/shapes.ts'
import { getObject, openContent, readText, type StoredObject } from '../objects/index.ts'
import { givenActors, standIn } from '../people/index.ts'
import { areStillGiven, EVERYTHING, listedInScope } from '../tools/index.ts'
import { namesOf, noteGivenReads, noteReads } from './queries.ts'

/** Files as resources: their text, and their bytes. */

const PAGE = 50
const MOST_CHARACTERS = 200_000
const MOST_BYTES = 5 * 1024 * 1024
const URI = /^dossier:\/\/objects\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(\/content)?$/i

export const TEMPLATES = [
  {
    uriTemplate: 'dossier://objects/{id}',
    name: 'text',
    title: 'The text of a file',
    description: `As the service has read it, up to ${MOST_CHARACTERS} characters; read_file goes on behind them.`,
    mimeType: 'text/plain',
  },
  {
    uriTemplate: 'dossier://objects/{id}/content',
    name: 'content',
    title: 'The bytes of a file',
    description: `As it was uploaded, up to ${MOST_BYTES} bytes.`,
  },
]

export const uriOf = (id: string): string => `dossier://objects/${id}`

/**
 * One's own files, the newest first, then the files of each owner who shares some. The next page starts after the last
 * file of the previous one.
 */
export async function listResources(context: Context, actor: Actor, after: string | undefined) {
  const viewers = [actor, ...(await givenActors(context, actor))]
  const last = after && isUuid(after) ? after : undefined
  const files: StoredObject[] = []
  let behind = last && (await placeOf(context, viewers, last))
  for (const viewer of behind ? viewers.slice(behind.at) : viewers) {
    const limit = PAGE - files.length
    if (limit > 0)
      files.push(
        ...(await listedInScope(context.db, viewer, EVERYTHING, { limit, ...(behind && { after: behind.id }) })),
      )
    behind = undefined
  }
  return {
    items: files.map(({ id, filename, enrichment, mime, size }) => ({
      uri: uriOf(id),
      name: filename,
      ...(enrichment?.title ? { title: String(enrichment.title) } : {}),
      mimeType: mime,
      size,
    })),
    ...(files.length === PAGE ? { next: files.at(-1)!.id } : {}),
  }
}

/** Among whose files a page has ended; a file that has gone since was one's own, as far as anybody can tell. */
async function placeOf(context: Context, viewers: Actor[], id: string): Promise<{ at: number; id: string }> {
  for (const [at, viewer] of viewers.entries())
    if ((await namesOf(context.db, viewer, [id])).length > 0) return { at, id }
  return { at: 0, id }
}

export async function readResource(context: Context, caller: Actor, uri: string) {
  const [, id, content] = URI.exec(uri) ?? []
  if (!id) return undefined
  try {
    const actor = await standIn(context, caller, { as: 'viewer', named: { kind: 'object', id }, ownerOnly: false })
    const read = await (content ? bytesOf : textOf)(context, actor, id, uri)
    // It may have been taken back meanwhile.
    return !actor.guest || (await areStillGiven(context.db, caller, [id])) ? read : undefined
  } catch (error) {
    if (error instanceof AppError && error.refusal === 'not_found') return undefined
    throw error
  }
}

const noteRead = ({ db }: Context, actor: Actor, id: string, characters: number) =>
  (actor.guest ? noteGivenReads : noteReads)(db, actor, new Map([[id, characters]]))

async function textOf(context: Context, actor: Actor, id: string, uri: string) {
  const letters = [...(await readText(context, actor, id)).text]
  const text = letters.slice(0, MOST_CHARACTERS).join('')
  await noteRead(context, actor, id, Math.min(letters.length, MOST_CHARACTERS))
  const cut = letters.length > MOST_CHARACTERS ? { _meta: { total: letters.length, more: true } } : {}
  return { contents: [{ uri, mimeType: 'text/plain', text, ...cut }] }
}

async function bytesOf(context: Context, actor: Actor, id: string, uri: string) {
  const file = await getObject(context, actor, id)
  if (file.size > MOST_BYTES)
    throw new AppError('too_large', 'file_too_large', {
      en: `The file has ${file.size} bytes, and at most ${MOST_BYTES} are given here. Read its text with read_file.`,
      ru: `В файле ${file.size} байт, а здесь отдаётся не больше ${MOST_BYTES}. Прочитайте его текст через read_file.`,
    })
  const { body } = await openContent(context, actor, id, { disposition: 'attachment' })
  const bytes = await buffer(body!)
  await noteRead(context, actor, id, bytes.length)
  return { contents: [{ uri, mimeType: file.mime, blob: bytes.toString('base64') }] }
}
