import { type Actor, inTransaction, type Needs } from '../../../context.ts'
import { notFound } from '../../../lib/errors.ts'
import type { Element } from '../../../lib/xml.ts'
import { badXml } from '../kernel/body.ts'
import type { DavOutcome } from '../kernel/outcome.ts'
import { DAV, d, href, multistatus, named, propstat, tag } from '../kernel/xml.ts'
import { written } from './kept/locks.ts'
import { deadProperties, removeProperty, setProperty } from './kept/queries.ts'
import { hrefOf, type Mount, type PathNames } from './paths.ts'
import { LIVE } from './properties.ts'
import { TOP } from './queries.ts'
import { find } from './tree.ts'

/** Properties that programs keep with a file: all of a request are changed, or none. */

const MOST = 100
const MAX_VALUE = 16_384

interface Change {
  name: string
  /** Undefined takes it away. */
  value: string | undefined
}

function changesIn(request: Element | undefined): Change[] {
  if (request?.name !== named(DAV, 'propertyupdate')) throw badXml()
  return request.children.flatMap(step => {
    const isSet = step.name === named(DAV, 'set')
    if (!isSet && step.name !== named(DAV, 'remove')) return []
    const props = step.children.filter(one => one.name === named(DAV, 'prop')).flatMap(one => one.children)
    return props.map(prop => ({ name: prop.name, value: isSet ? written(prop) : undefined }))
  })
}

const isRefused = ({ name, value }: Change) =>
  LIVE.has(name) || name.length > 500 || (value !== undefined && value.length > MAX_VALUE)

export async function proppatch(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  { mount, names, request }: { mount: Mount; names: PathNames; request: Element | undefined },
): Promise<DavOutcome> {
  const changes = changesIn(request)
  const found = await find(context, actor, { mount, names })
  if (!found) throw notFound('object')
  const answer = (stats: string) => {
    const path = hrefOf(mount, names, found.kind === 'folder')
    return { status: 207, body: multistatus([d('response', href(path) + stats)]) }
  }
  const tags = (some: Change[]) => some.map(({ name }) => tag(name))
  const refused = changes.filter(isRefused)
  if (refused.length > 0) {
    const others = changes.filter(change => !isRefused(change))
    return answer(propstat(tags(refused), 403) + propstat(tags(others), 424))
  }
  // What a system leaves behind has no properties that anybody would miss.
  if (found.kind === 'leaving') return answer(propstat(tags(changes), 200))
  const id = (found.kind === 'file' ? found.entry.id : found.id) ?? TOP
  const isKept = await inTransaction(context, async tx => {
    const known = new Set((await deadProperties(tx.db, actor.ownerId, [id])).map(({ name }) => name))
    for (const { name, value } of changes) value === undefined ? known.delete(name) : known.add(name)
    if (known.size > MOST) return false
    for (const { name, value } of changes)
      if (value === undefined) await removeProperty(tx.db, actor.ownerId, id, name)
      else await setProperty(tx.db, actor.ownerId, { entry_id: id, name, value })
    return true
  })
  return answer(propstat(tags(changes), isKept ? 200 : 507))
}
