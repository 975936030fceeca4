import { v4 as uuidv4, validate } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../../../context.ts'
import { type Element, escapeXml } from '../../../../lib/xml.ts'
import { DavRefusal } from '../../kernel/outcome.ts'
import { DAV, d, href, named, tag } from '../../kernel/xml.ts'
import { hrefOf, type Mount, owned, type PathNames, parentOf, pathOf, pathsUpTo, seen, type Where } from '../paths.ts'
import { type DavLock, extendLock, insertLock, liveLocks, lockLocks, MOST_LOCKS, removeLock } from './queries.ts'

/** Locks by path: on the thing itself, or on everything below it. */

const SCHEME = 'opaquelocktoken:'
const LONGEST_S = 86_400
const USUAL_S = 3600

export const tokenOf = (lock: DavLock) => SCHEME + lock.token

/** Those that protect this path: its own, and deep ones above it. */
export function covering(locks: DavLock[], names: PathNames): DavLock[] {
  const [path, above] = [pathOf(names), new Set(pathsUpTo(names))]
  return locks.filter(lock => lock.path === path || (lock.is_deep && above.has(lock.path)))
}

const below = (locks: DavLock[], names: PathNames): DavLock[] => {
  const path = pathOf(names)
  return locks.filter(lock => lock.path !== path && (path === '' || lock.path.startsWith(`${path}/`)))
}

export interface Writing extends Where {
  /** The tokens that the caller has shown. */
  tokens: string[]
  /** The entry is created or removed, so the lock of its folder counts. */
  members?: boolean
  /** Everything below is touched too. */
  deep?: boolean
}

/** Throws where somebody else has locked what would be written. */
export function assertFree(locks: DavLock[], writing: Writing): void {
  const { mount, tokens, members, deep } = writing
  const names = owned(writing)
  const shown = (lock: DavLock) => tokens.includes(tokenOf(lock))
  const groups = [covering(locks, names)]
  if (members && writing.names.length > 0) groups.push(covering(locks, parentOf(names)))
  if (deep) for (const lock of below(locks, names)) groups.push([lock])
  const blocking = groups.find(group => group.length > 0 && !group.some(shown))?.[0]
  if (blocking)
    throw new DavRefusal(423, d('lock-token-submitted', href(hrefOf(mount, seen(mount, blocking.path), false))))
}

/** `Second-600`, `Infinite`, or several to choose from. */
export function secondsIn(header: string | undefined): number {
  const asked = /Second-(\d{1,10})/i.exec(header ?? '')
  if (asked) return Math.max(1, Math.min(Number(asked[1]), LONGEST_S))
  return /Infinite/i.test(header ?? '') ? LONGEST_S : USUAL_S
}

export interface LockRequest {
  isShared: boolean
  isDeep: boolean
  /** Who holds it, as XML of their own. */
  holder: string
  seconds: number
}

const MAX_HOLDER = 2000

export function wantedIn(request: Element, depth: string | undefined, timeout: string | undefined): LockRequest {
  const child = (name: string) => request.children.find(one => one.name === named(DAV, name))
  if (request.name !== named(DAV, 'lockinfo') || !child('locktype') || !child('lockscope')) throw new DavRefusal(400)
  if (depth !== undefined && depth !== '0' && depth.toLowerCase() !== 'infinity') throw new DavRefusal(400)
  const owner = child('owner')
  const holder = owner ? written(owner) : ''
  return {
    isShared: child('lockscope')!.children.some(one => one.name === named(DAV, 'shared')),
    isDeep: depth !== '0',
    holder: holder.length > MAX_HOLDER ? '' : holder,
    seconds: secondsIn(timeout),
  }
}

/** What is inside an element, as XML again. */
export const written = ({ text, children }: Element): string =>
  escapeXml(text) + children.map(one => tag(one.name, written(one))).join('')

export async function takeLock(context: Needs<'db' | 'signals'>, actor: Actor, names: PathNames, wanted: LockRequest) {
  return inTransaction(context, async tx => {
    await lockLocks(tx.db, actor.ownerId)
    const locks = await liveLocks(tx.db, actor.ownerId)
    if (locks.length >= MOST_LOCKS) throw new DavRefusal(507)
    const met = [...covering(locks, names), ...(wanted.isDeep ? below(locks, names) : [])]
    if (met.some(lock => !wanted.isShared || !lock.is_shared)) throw new DavRefusal(423, d('no-conflicting-lock'))
    const { isDeep, isShared, holder, seconds } = wanted
    const lock = { token: uuidv4(), path: pathOf(names), is_deep: isDeep, is_shared: isShared, holder }
    return insertLock(tx.db, actor.ownerId, lock, seconds)
  })
}

/** The locks whose tokens were shown live on; 412 where none of them is on this path. */
export async function refreshLocks(
  context: Needs<'db'>,
  actor: Actor,
  names: PathNames,
  { tokens, seconds }: { tokens: string[]; seconds: number },
): Promise<DavLock[]> {
  const own = covering(await liveLocks(context.db, actor.ownerId), names).filter(lock => tokens.includes(tokenOf(lock)))
  if (own.length === 0) throw new DavRefusal(412, d('lock-token-matches-request-uri'))
  for (const { token } of own) await extendLock(context.db, actor.ownerId, token, seconds)
  return covering(await liveLocks(context.db, actor.ownerId), names).filter(lock => tokens.includes(tokenOf(lock)))
}

export async function giveUpLock(
  context: Needs<'db'>,
  actor: Actor,
  names: PathNames,
  header: string | undefined,
): Promise<void> {
  const token = /^\s*<opaquelocktoken:([0-9a-f-]{36})>\s*$/i.exec(header ?? '')?.[1]
  const locks = covering(await liveLocks(context.db, actor.ownerId), names)
  if (!token || !validate(token) || !locks.some(lock => lock.token === token))
    throw new DavRefusal(409, d('lock-token-matches-request-uri'))
  await removeLock(context.db, actor.ownerId, token)
}

const scope = (isShared: boolean) => d('lockscope', d(isShared ? 'shared' : 'exclusive')) + d('locktype', d('write'))

export const SUPPORTED = d('lockentry', scope(false)) + d('lockentry', scope(true))

export const discovery = (mount: Mount, locks: DavLock[]): string =>
  locks
    .map(lock =>
      d(
        'activelock',
        scope(lock.is_shared) +
          d('depth', lock.is_deep ? 'infinity' : '0') +
          (lock.holder === '' ? '' : d('owner', lock.holder)) +
          d('timeout', `Second-${Math.max(1, Math.round((lock.expires_at.getTime() - Date.now()) / 1000))}`) +
          d('locktoken', href(tokenOf(lock))) +
          d('lockroot', href(hrefOf(mount, seen(mount, lock.path), false))),
      ),
    )
    .join('')
