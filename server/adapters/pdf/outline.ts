import { changesOf, type Dict, isDict, isRef, type Pdf, type PdfChanges, readPdf, type Value } from './model.ts'
import { nameIn } from './prune.ts'
import { openPlain } from './reader.ts'
import { NotPlain } from './scanner.ts'

/** Bookmarks of files that are put together. */

export interface OutlineEntry {
  /** As it stands in the file, or `u:` and words. */
  title: string
  /** From 1. */
  page: number
  kids: OutlineEntry[]
}

/** A file that is simple enough is read by ourselves; otherwise qpdf has to tell its objects first. */
export type OutlineReport = { path: string } | { json: string }

const MOST_ENTRIES = 5000
const DEEPEST = 20

const open = (source: OutlineReport) => ('json' in source ? readPdf(source.json) : openPlain(source.path))

const unlessStrange = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch(error => {
    if (error instanceof NotPlain) return undefined
    throw error
  })

/** Its bookmarks; undefined when qpdf must be asked. */
export const outlineOf = (input: OutlineReport): Promise<OutlineEntry[] | undefined> =>
  unlessStrange(open(input).then(readOutline))

function readOutline(pdf: Pdf): OutlineEntry[] {
  const pages = new Map(pdf.pages.map(({ object }, n) => [object, n + 1]))
  const seen = new Set<string>()
  const below = (parent: Dict, depth: number): OutlineEntry[] => {
    const entries: OutlineEntry[] = []
    for (let at = parent['/First']; isRef(at) && !seen.has(at) && seen.size < MOST_ENTRIES; ) {
      seen.add(at)
      const item = pdf.dict(at)
      const kids = depth < DEEPEST ? below(item, depth + 1) : []
      const title = pdf.resolve(item['/Title'])
      const page = pageOf(pdf, pages, item)
      // What leads nowhere is passed over; what stands below it is not.
      if (typeof title === 'string' && page) entries.push({ title, page, kids })
      else entries.push(...kids)
      at = item['/Next']
    }
    return entries
  }
  return below(pdf.dict(pdf.catalog['/Outlines']), 0)
}

function pageOf(pdf: Pdf, pages: Map<string, number>, item: Dict): number | undefined {
  let place = pdf.resolve(item['/Dest'] ?? pdf.dict(item['/A'])['/D'])
  if (typeof place === 'string')
    place = pdf.resolve(
      pdf.dict(pdf.catalog['/Dests'])[place] ?? nameIn(pdf, pdf.dict(pdf.catalog['/Names'])['/Dests'], place, 0),
    )
  if (isDict(place)) place = pdf.resolve(place['/D'])
  const target = Array.isArray(place) ? place[0] : undefined
  return isRef(target) ? pages.get(target) : undefined
}

/** New bookmarks in front of the first one that leads to a later page; false when qpdf must be asked. */
export const graftOutline = async (input: {
  source: OutlineReport
  entries: OutlineEntry[]
  to: string
}): Promise<boolean> => Boolean(await unlessStrange(graft(input)))

async function graft(input: { source: OutlineReport; entries: OutlineEntry[]; to: string }): Promise<boolean> {
  const pdf = await open(input.source)
  const changes = changesOf(pdf)
  const pages = new Map(pdf.pages.map(({ object }, n) => [object, n + 1]))
  const known = isRef(pdf.catalog['/Outlines']) ? pdf.catalog['/Outlines'] : undefined
  const root = known ?? `${changes.next()} 0 R`
  const siblings = topItems(pdf, root)
  const first = input.entries[0]!.page
  const later = siblings.findIndex(ref => (pageOf(pdf, pages, pdf.dict(ref)) ?? 0) > first)
  const made = input.entries.map(entry => ({ ref: `${changes.next()} 0 R`, entry }))
  const before = later < 0 ? siblings : siblings.slice(0, later)
  const order = [...before, ...made.map(({ ref }) => ref), ...siblings.slice(before.length)]
  const link = linkIn(order, root)
  for (const { ref, entry } of made) changes.set(ref, { ...describe(pdf, changes, ref, entry), ...link(ref) })
  for (const ref of siblings) {
    const { '/Prev': _prev, '/Next': _next, ...rest } = pdf.dict(ref)
    changes.set(ref, { ...rest, ...link(ref) })
  }
  const dict = pdf.dict(known)
  const count = typeof dict['/Count'] === 'number' ? Math.max(0, dict['/Count']) : siblings.length
  changes.set(root, {
    ...dict,
    '/Type': '/Outlines',
    '/First': order[0]!,
    '/Last': order.at(-1)!,
    '/Count': count + made.length,
  })
  if (!known) changes.set(pdf.catalogRef, { ...pdf.catalog, '/Outlines': root, '/PageMode': '/UseOutlines' })
  await changes.write(input.to)
  return true
}

function topItems(pdf: Pdf, root: string): string[] {
  const items: string[] = []
  for (
    let at: Value | undefined = pdf.dict(root)['/First'];
    isRef(at) && !items.includes(at);
    at = pdf.dict(at)['/Next']
  )
    items.push(at)
  return items
}

const linkIn = (order: string[], parent: string) => {
  const places = new Map(order.map((ref, n) => [ref, n]))
  return (ref: string): Dict => {
    const n = places.get(ref)!
    return {
      '/Parent': parent,
      ...(n > 0 ? { '/Prev': order[n - 1]! } : {}),
      ...(n < order.length - 1 ? { '/Next': order[n + 1]! } : {}),
    }
  }
}

/** Closed, so that many files do not fill the screen. */
function describe(pdf: Pdf, changes: PdfChanges, ref: string, { title, page, kids }: OutlineEntry): Dict {
  const own: Dict = { '/Title': title, '/Dest': [pdf.pages[page - 1]!.object, '/Fit'] }
  if (kids.length === 0) return own
  const made = kids.map(entry => ({ ref: `${changes.next()} 0 R`, entry }))
  const link = linkIn(
    made.map(kid => kid.ref),
    ref,
  )
  for (const kid of made) changes.set(kid.ref, { ...describe(pdf, changes, kid.ref, kid.entry), ...link(kid.ref) })
  return { ...own, '/First': made[0]!.ref, '/Last': made.at(-1)!.ref, '/Count': -made.length }
}

/** Of a file whose first page is now another. */
export const shifted = (entries: OutlineEntry[], by: number): OutlineEntry[] =>
  entries.map(({ title, page, kids }) => ({ title, page: page + by, kids: shifted(kids, by) }))

/** All bookmarks anew; none where there are no entries. */
export async function setOutline(input: { json: string; entries: OutlineEntry[]; to: string }): Promise<void> {
  const pdf = await readPdf(input.json)
  const changes = changesOf(pdf)
  const { '/Outlines': _old, ...catalog } = pdf.catalog
  if (input.entries.length === 0) changes.set(pdf.catalogRef, catalog)
  else {
    const root = `${changes.next()} 0 R`
    const { '/First': first, '/Last': last } = describe(pdf, changes, root, { title: '', page: 1, kids: input.entries })
    changes.set(root, { '/Type': '/Outlines', '/First': first!, '/Last': last!, '/Count': input.entries.length })
    changes.set(pdf.catalogRef, { ...catalog, '/Outlines': root, '/PageMode': '/UseOutlines' })
  }
  await changes.write(input.to)
}
