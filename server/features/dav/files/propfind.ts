import { Readable } from 'node:stream'
import type { Actor, Needs } from '../../../context.ts'
import { notFound } from '../../../lib/errors.ts'
import type { Element } from '../../../lib/xml.ts'
import { DavRefusal, type Outcome } from '../kernel/outcome.ts'
import { type Asked, askedIn, responseOf } from '../kernel/properties.ts'
import { d, multistatusAround } from '../kernel/xml.ts'
import { leavingsIn } from './kept/queries.ts'
import { hrefOf, type Mount, type Names } from './paths.ts'
import { know, propertiesOf, type Shown, type Telling } from './properties.ts'
import { type After, countBelow, pageOf, TOP } from './queries.ts'
import { type Entry, find, nameEntries, shownAs } from './tree.ts'

const PAGE = 250
/** More below a folder is told only folder by folder. */
const MOST_BELOW = 10_000

type Listing = Telling & Needs<'signals'>

export interface Question {
  mount: Mount
  names: Names
  depth: string | undefined
  request: Element | undefined
}

export async function propfind(context: Listing, actor: Actor, { mount, names, depth, request }: Question) {
  const found = await find(context, actor, names)
  if (!found) throw notFound('object')
  const asked = askedIn(request)
  const own: Shown = found.kind === 'leaving' ? { names, leaving: found.leaving } : { names, entry: found.entry }
  const levels = depth === '0' || found.kind !== 'folder' ? 0 : depth === '1' ? 1 : Number.POSITIVE_INFINITY
  if (
    levels > 1 &&
    found.kind === 'folder' &&
    (await countBelow(context.db, actor, found.id, MOST_BELOW + 1)) > MOST_BELOW
  )
    throw new DavRefusal(403, d('propfind-finite-depth'))
  async function* pages(): AsyncGenerator<Shown[]> {
    yield [own]
    if (levels > 0 && found?.kind === 'folder') yield* below(context, actor, { id: found.id, names }, levels)
  }
  return told(context, actor, { mount, asked, pages: pages() })
}

/** The folder's entries, page by page; then those of its folders. */
async function* below(
  context: Listing,
  actor: Actor,
  { id, names }: { id: string | null; names: Names },
  levels: number,
): AsyncGenerator<Shown[]> {
  await nameEntries(context, actor, id)
  const leavings = await leavingsIn(context.db, actor.ownerId, id ?? TOP)
  if (leavings.length > 0) yield leavings.map(leaving => ({ names: [...names, leaving.name], leaving }))
  const folders: Entry[] = []
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
async function told(
  context: Listing,
  actor: Actor,
  { mount, asked, pages }: { mount: Mount; asked: Asked; pages: AsyncGenerator<Shown[]> },
): Promise<Outcome> {
  const write = async (page: Shown[]) => {
    const known = await know(context, actor, page, asked)
    return page
      .map(shown => {
        const isFolder = 'entry' in shown && shown.entry?.kind !== 'file'
        return responseOf(hrefOf(mount, shown.names, isFolder), propertiesOf(mount, shown, known), asked)
      })
      .join('\n')
  }
  // What can fail fails before the answer has begun.
  const first = await write((await pages.next()).value as Shown[])
  async function* text() {
    const [open, close] = multistatusAround()
    yield open + first
    for await (const page of pages) yield await write(page)
    yield close
  }
  return { status: 207, body: Readable.from(text(), { objectMode: false }) }
}
