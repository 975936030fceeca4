import type { Readable } from 'node:stream'
import type { Actor, Needs } from '../../../context.ts'
import { DavRefusal } from '../kernel/outcome.ts'
import { holds, parseIf, tokensIn } from './condition.ts'
import { assertFree, covering, tokenOf, type Writing } from './kept/locks.ts'
import { liveLocks } from './kept/queries.ts'
import { namesOf, owned, parentOf, type Where } from './paths.ts'
import { etagOf, type Folder, type FoundNode, find } from './tree.ts'

/** A call as it came: where to, and under which conditions. */
export interface DavCall extends Where {
  headers: Record<string, string | undefined>
  body: Readable
  /** Only the headers of the answer are wanted. */
  isHead: boolean
  /** What stands before our own paths in addresses that clients write, when we are behind a proxy. */
  prefix: string
}

type Reading = Needs<'db' | 'signals'>

/** What the caller has shown, with the conditions of the call met; 412 where one is not. */
export interface Admitted {
  found: FoundNode | undefined
  tokens: string[]
}

export async function admitted(context: Reading, actor: Actor, call: DavCall): Promise<Admitted> {
  const found = await find(context, actor, call)
  const etag = await etagOf(context, actor, found)
  const { 'if-match': match, 'if-none-match': noneMatch, if: states } = call.headers
  const has = (header: string) =>
    etag !== undefined && header.split(',').some(one => ['*', etag].includes(one.trim().replace(/^W\//, '')))
  if (match !== undefined && !has(match)) throw new DavRefusal(412)
  if (noneMatch !== undefined && has(noneMatch)) throw new DavRefusal(412)
  if (states === undefined) return { found, tokens: [] }
  const lists = parseIf(states)
  const locks = await liveLocks(context.db, actor.ownerId)
  for (const list of lists) {
    const names = list.resource === undefined ? call.names : namesOf(call.mount, list.resource, call.prefix)
    if (!names) continue
    const where = { mount: call.mount, names }
    const isOwn = list.resource === undefined
    const there = isOwn ? etag : await etagOf(context, actor, await find(context, actor, where))
    if (holds(list, { etag: there, tokens: covering(locks, owned(where)).map(tokenOf) }))
      return { found, tokens: tokensIn(lists) }
  }
  throw new DavRefusal(412)
}

export async function assertUnlocked(
  context: Needs<'db'>,
  actor: Actor,
  call: Pick<DavCall, 'mount'>,
  writing: Omit<Writing, 'mount'>,
): Promise<void> {
  assertFree(await liveLocks(context.db, actor.ownerId), { ...writing, mount: call.mount })
}

/** The folder that something new would lie in; 409 where there is none. */
export async function folderFor(context: Reading, actor: Actor, { mount, names }: Where): Promise<Folder> {
  const folder = names.length === 0 ? undefined : await find(context, actor, { mount, names: parentOf(names) })
  if (folder?.kind !== 'folder') throw new DavRefusal(409)
  return folder
}
