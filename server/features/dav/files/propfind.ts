import { Readable } from 'node:stream'
import type { Actor, Needs } from '../../../context.ts'
import { notFound } from '../../../lib/errors.ts'
import type { Element } from '../../../lib/xml.ts'
import { type DavOutcome, DavRefusal } from '../kernel/outcome.ts'
import { askedIn, type RequestedProperties, responseOf } from '../kernel/properties.ts'
import { d, multistatusAround } from '../kernel/xml.ts'
import { leavingsIn } from './kept/queries.ts'
import { hrefOf, type Mount, type PathNames } from './paths.ts'
import { know, type PropertyContext, propertiesOf, type ShownNode } from './properties.ts'
import { type After, countBelow, pageOf, TOP } from './queries.ts'
import { type SharedRoot, sharedEntry, sharedFolders, type Tree, treeOf } from './shared.ts'
import { find, nameEntries, shownAs, type TreeEntry } from './tree.ts'

const PAGE = 250
/** More below a folder is told only folder by folder. */
const MOST_BELOW = 10_000

type Listing = PropertyContext & Needs<'signals'>

export interface PropfindRequest {
  mount: Mount
  names: PathNames
  depth: string | undefined
  request: Element | undefined
}

/** Some entries of one tree. */
interface Part {
  actor: Actor
  mount: Mount
  page: ShownNode[]
}

const levelsIn = (depth: string | undefined) => (depth === '0' ? 0 : depth === '1' ? 1 : Number.POSITIVE_INFINITY)

export async function propfind(context: Listing, actor: Actor, { mount, names, depth, request }: PropfindRequest) {
  const found = await find(context, actor, { mount, names })
  if (!found) throw notFound('object')
  const asked = askedIn(request)
  const own: ShownNode = found.kind === 'leaving' ? { names, leaving: found.leaving } : { names, entry: found.entry }
  const levels = found.kind !== 'folder' ? 0 : levelsIn(depth)
  if (levels > 1 && found.kind === 'folder') await assertBounded(context, [{ actor, folder: found.id }])
  const isTop = found.kind === 'folder' && found.id === null
  const shared = isTop && levels > 0 ? await sharedFolders(context, actor) : undefined
  const trees = shared && levels > 1 ? await treesOf(context, actor, mount, shared) : []
  async function* parts(): AsyncGenerator<Part> {
    yield { actor, mount, page: [own] }
    if (levels === 0 || found?.kind !== 'folder') return
    for await (const page of below(context, actor, { id: found.id, names }, levels)) yield { actor, mount, page }
    if (shared) yield { actor, mount, page: [{ names: [shared.name], entry: sharedEntry(shared.name) }] }
    yield* inTrees(context, trees, levels - 1)
  }
  return listing(context, asked, parts())
}

async function assertBounded(context: Listing, folders: { actor: Actor; folder: string | null }[]): Promise<void> {
  let all = 0
  for (const { actor, folder } of folders) {
    all += await countBelow(context.db, actor, folder, MOST_BELOW + 1)
    if (all > MOST_BELOW) throw new DavRefusal(403, d('propfind-finite-depth'))
  }
}

async function treesOf(context: Listing, actor: Actor, { base }: Mount, shared: SharedRoot): Promise<Tree[]> {
  const trees: Tree[] = []
  for (const folder of shared.folders) trees.push(await treeOf(context, actor, { base, name: shared.name }, folder))
  return trees
}

/** The folder of what others have given: one entry for each. */
export async function propfindShared(
  context: Listing,
  actor: Actor,
  { mount, depth, request }: PropfindRequest,
  shared: SharedRoot,
): Promise<DavOutcome> {
  const levels = levelsIn(depth)
  const trees = levels > 0 ? await treesOf(context, actor, mount, shared) : []
  const own = { names: [shared.name], entry: sharedEntry(shared.name) }
  if (levels > 1)
    await assertBounded(
      context,
      trees.map(tree => ({ actor: tree.actor, folder: tree.mount.given.entry.id })),
    )
  async function* parts(): AsyncGenerator<Part> {
    yield { actor, mount, page: [own] }
    yield* inTrees(context, trees, levels)
  }
  return listing(context, askedIn(request), parts())
}

async function* inTrees(context: Listing, trees: Tree[], levels: number): AsyncGenerator<Part> {
  if (levels < 1) return
  for (const { actor, mount } of trees) {
    const { entry } = mount.given
    yield { actor, mount, page: [{ names: [], entry }] }
    if (levels > 1)
      for await (const page of below(context, actor, { id: entry.id, names: [] }, levels - 1))
        yield { actor, mount, page }
  }
}

/** The folder's entries, page by page; then those of its folders. */
async function* below(
  context: Listing,
  actor: Actor,
  { id, names }: { id: string | null; names: PathNames },
  levels: number,
): AsyncGenerator<ShownNode[]> {
  await nameEntries(context, actor, id)
  const leavings = await leavingsIn(context.db, actor.ownerId, id ?? TOP)
  if (leavings.length > 0) yield leavings.map(leaving => ({ names: [...names, leaving.name], leaving }))
  const folders: TreeEntry[] = []
  for (const kind of ['folder', 'file'] as const) {
    let after: After | undefined
    for (let rows = await pageOf(context.db, actor, id, { kind, after, limit: PAGE }); rows.length > 0; ) {
      const entries = rows.map(shownAs)
      if (levels > 1) folders.push(...entries.filter(entry => entry.kind === 'folder'))
      yield entries.map(entry => ({ names: [...names, entry.shown], entry }))
      const last = rows.at(-1)!
      after = { name: last.name.normalize('NFC'), id: last.id }
      rows = rows.length < PAGE ? [] : await pageOf(context.db, actor, id, { kind, after, limit: PAGE })
    }
  }
  for (const folder of folders)
    yield* below(context, actor, { id: folder.id, names: [...names, folder.shown] }, levels - 1)
}

/** Written page by page: a folder of thousands of files holds nobody up. */
async function listing(context: Listing, asked: RequestedProperties, parts: AsyncGenerator<Part>): Promise<DavOutcome> {
  const write = async ({ actor, mount, page }: Part) => {
    const known = await know(context, actor, page, asked)
    return page
      .map(shown => {
        const isFolder = 'entry' in shown && shown.entry?.kind !== 'file'
        return responseOf(hrefOf(mount, shown.names, isFolder), propertiesOf(mount, shown, known), asked)
      })
      .join('\n')
  }
  // What can fail fails before the answer has begun.
  const first = await write((await parts.next()).value as Part)
  async function* text() {
    const [open, close] = multistatusAround()
    yield open + first
    for await (const part of parts) yield await write(part)
    yield close
  }
  return { status: 207, body: Readable.from(text(), { objectMode: false }) }
}
