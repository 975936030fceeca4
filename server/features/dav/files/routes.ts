import { Readable } from 'node:stream'
import type { Actor, Context } from '../../../context.ts'
import { endWith } from '../../../http/lasting.ts'
import { HttpReply, type Incoming, type Method, type Route, route } from '../../../http/route.ts'
import { AppError, notFound } from '../../../lib/errors.ts'
import { mountOf } from '../../../lib/mount.ts'
import { openContent } from '../../objects/index.ts'
import { elementOf } from '../kernel/body.ts'
import { type DavOutcome, DavRefusal } from '../kernel/outcome.ts'
import { below } from '../kernel/streamed.ts'
import { d, errorDocument, propDocument } from '../kernel/xml.ts'
import { admitted, assertUnlocked, type DavCall } from './calls.ts'
import { discovery, giveUpLock, refreshLocks, secondsIn, takeLock, tokenOf, wantedIn } from './kept/locks.ts'
import { findLeaving } from './kept/queries.ts'
import { type Mount, namesIn, owned } from './paths.ts'
import { propfind, propfindShared } from './propfind.ts'
import { proppatch } from './proppatch.ts'
import { placeOf } from './shared.ts'
import { copy, move, remove } from './transfer.ts'
import { fileEtag, find } from './tree.ts'
import { createEmpty, mkcol, put } from './write.ts'

/** Files over WebDAV (RFC 4918, classes 1 and 2). */

const ABILITIES = { dav: '1, 2, 3', 'ms-author-via': 'DAV' }
const XML = 'application/xml; charset=utf-8'

type Run = (context: Context, actor: Actor, call: DavCall) => Promise<DavOutcome>

const FOLDER: DavOutcome = {
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'A folder for WebDAV programs.\n',
}

async function get(context: Context, actor: Actor, call: DavCall): Promise<DavOutcome> {
  const found = await find(context, actor, call)
  if (!found) throw notFound('object')
  if (found.kind === 'folder') return FOLDER
  if (found.kind === 'leaving') {
    const kept = await findLeaving(context.db, actor.ownerId, found.place, found.leaving.name)
    const headers = { 'content-type': 'application/octet-stream', etag: `"${found.leaving.hash}"` }
    return { status: 200, headers, body: (kept?.content ?? '') as string }
  }
  const etag = fileEtag(found.entry)
  const whole = (header: string | undefined) => header?.replaceAll(etag, `"${found.entry.content_hash}"`)
  const { status, headers, body } = await openContent(context, actor, found.entry.id, {
    range: call.headers.range,
    ifRange: whole(call.headers['if-range']),
    ifNoneMatch: whole(call.headers['if-none-match']),
    disposition: 'attachment',
    headOnly: call.isHead,
  })
  const more = { 'last-modified': found.entry.modified_at.toUTCString(), etag, 'oc-etag': etag }
  return { status, headers: { ...headers, ...more }, body }
}

const list: Run = async (context, actor, call) => propfind(context, actor, await questionOf(call))

const questionOf = async ({ mount, names, headers, body }: DavCall) => ({
  mount,
  names,
  depth: headers.depth?.trim().toLowerCase(),
  request: await elementOf(body),
})

const patch: Run = async (context, actor, call) => {
  const request = await elementOf(call.body)
  const { tokens } = await admitted(context, actor, call)
  await assertUnlocked(context, actor, call, { names: call.names, tokens })
  return proppatch(context, actor, { mount: call.mount, names: call.names, request })
}

const lock: Run = async (context, actor, call) => {
  const request = await elementOf(call.body)
  const { found, tokens } = await admitted(context, actor, call)
  const reply = (status: number, locks: Parameters<typeof discovery>[1], headers: Record<string, string> = {}) => ({
    status,
    headers: { 'content-type': XML, ...headers },
    body: propDocument(d('lockdiscovery', discovery(call.mount, locks))),
  })
  if (!request) {
    const seconds = secondsIn(call.headers.timeout)
    return reply(200, await refreshLocks(context, actor, owned(call), { tokens, seconds }))
  }
  const wanted = wantedIn(request, call.headers.depth, call.headers.timeout)
  if (!found) {
    await assertUnlocked(context, actor, call, { names: call.names, tokens, members: true })
    await createEmpty(context, actor, call)
  }
  const taken = await takeLock(context, actor, owned(call), wanted)
  return reply(found ? 200 : 201, [taken], { 'lock-token': `<${tokenOf(taken)}>` })
}

const unlock: Run = async (context, actor, call) => {
  await giveUpLock(context, actor, owned(call), call.headers['lock-token'])
  return { status: 204 }
}

const METHODS: [Method, Run][] = [
  ['PROPFIND', list],
  ['PROPPATCH', patch],
  ['GET', get],
  ['PUT', put],
  ['MKCOL', mkcol],
  ['COPY', copy],
  ['MOVE', move],
  ['DELETE', remove],
  ['LOCK', lock],
  ['UNLOCK', unlock],
]

const READING = new Set<Method>(['PROPFIND', 'GET'])

/** Runs the call in the caller's own tree or in a tree that is shared with them. */
async function inPlace(context: Context, caller: Actor, asked: DavCall, [method, run]: (typeof METHODS)[number]) {
  const { actor, call, shared } = await placeOf(context, caller, asked, !READING.has(method))
  if (shared) {
    if (method === 'PROPFIND') return propfindShared(context, actor, await questionOf(call), shared)
    if (method === 'GET') return FOLDER
    throw new DavRefusal(method === 'MKCOL' ? 405 : 403)
  }
  const outcome = await run(context, actor, call)
  if (actor.guest && outcome.body instanceof Readable)
    endWith(context.signals, outcome.body, () => isStillThere(context, caller, asked))
  return outcome
}

/** Reading a shared file stops as soon as the share is withdrawn. */
const isStillThere = (context: Context, caller: Actor, asked: DavCall): Promise<boolean> =>
  placeOf(context, caller, asked, false)
    .then(({ actor, call }) => find(context, actor, call))
    .then(
      found => found !== undefined,
      error => !(error instanceof AppError),
    )

const ALLOW = [...METHODS.map(([method]) => method), 'HEAD', 'OPTIONS'].join(', ')

const xmlReply = ({ status, headers, body }: DavOutcome, prefix: string): HttpReply => {
  const isXml = typeof body === 'string' || status === 207
  return new HttpReply(
    status,
    { ...ABILITIES, ...(isXml ? { 'content-type': XML } : {}), ...headers },
    isXml ? below(prefix, body as Readable | string) : body,
  )
}

/** No room is a number of its own here. */
const isFull = (error: unknown) =>
  error instanceof AppError && (error.code === 'storage_exhausted' || error.code === 'storage_full')

export async function answered(work: Promise<DavOutcome>, { origin }: Incoming): Promise<HttpReply> {
  const prefix = mountOf(origin)
  try {
    return xmlReply(await work, prefix)
  } catch (error) {
    if (isFull(error)) return xmlReply({ status: 507, body: errorDocument(d('quota-not-exceeded')) }, prefix)
    if (!(error instanceof DavRefusal)) throw error
    return xmlReply({ status: error.status, body: errorDocument(error.precondition) }, prefix)
  }
}

export function callOf(mount: Mount, incoming: Incoming): DavCall {
  const names = namesIn(mount, incoming.path)
  if (!names) throw notFound('object')
  const { headers, body, method, origin } = incoming
  return { mount, names, headers, body, isHead: method === 'HEAD', prefix: mountOf(origin) }
}

const shared = { tag: 'dav', scope: 'files', replies: 'application/xml', undocumented: true } as const

export const tree = (path: string, treeOf: (actor: Actor) => Mount): Route[] => [
  ...METHODS.map(method =>
    route({
      ...shared,
      method: method[0],
      path,
      summary: `WebDAV: ${method[0]}`,
      basic: true,
      // A sync is a call for each file.
      bytes: true,
      ...(method[0] === 'GET' ? {} : { takes: 'raw' as const }),
      // Programs keep a copy: nothing hidden goes into it, whatever they send.
      run: (context, { actor: caller, incoming }) => {
        const actor = { ...caller, unlocked: false }
        return answered(inPlace(context, actor, callOf(treeOf(actor), incoming), method), incoming)
      },
    }),
  ),
  route({
    ...shared,
    method: 'OPTIONS',
    path,
    summary: 'What WebDAV can do here',
    access: 'public',
    run: async () => new HttpReply(200, { ...ABILITIES, allow: ALLOW }),
  }),
]

const FILES: Mount = { base: '/dav/files/' }

export const fileDavRoutes: Route[] = ['/dav/files', '/dav/files/*'].flatMap(path => tree(path, () => FILES))
