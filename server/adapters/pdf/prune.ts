import { changesOf, type Dict, isDict, isRef, type Pdf, type PdfChanges, readPdf, type Value } from './model.ts'
import { openPlain } from './reader.ts'
import { NotPlain } from './scanner.ts'

/** What a removed page would leave behind outside itself: bookmarks, names, form fields, the tree of tags. */

export interface Pruning {
  pdf: Pdf
  changes: PdfChanges
  /** Is it a reference to a page that goes? */
  gone(value: Value | undefined): boolean
}

interface Removal {
  removed: number[]
  to: string
}

export const pruneRemoved = async (input: Removal & { json: string }): Promise<boolean> =>
  prune(await readPdf(input.json), input)

/** The same without asking qpdf for the objects first; undefined when the file is not as simple as that. */
export async function pruneQuickly(input: Removal & { path: string; pages: number }): Promise<boolean | undefined> {
  try {
    const pdf = await openPlain(input.path)
    return pdf.pages.length === input.pages ? await prune(pdf, input) : undefined
  } catch (error) {
    if (error instanceof NotPlain) return undefined
    throw error
  }
}

async function prune(pdf: Pdf, input: Removal): Promise<boolean> {
  const pages = new Set(input.removed.map(page => pdf.pages[page - 1]!.object))
  const changes = changesOf(pdf)
  const pruning: Pruning = { pdf, changes, gone: value => isRef(value) && pages.has(value) }
  const catalog = { ...pdf.catalog }
  pruneOutline(pruning, catalog, ({ dict }) => leads(pruning, dict))
  pruneNames(pruning, catalog)
  pruneFields(pruning, catalog)
  pruneTags(pruning, catalog)
  if (JSON.stringify(catalog) !== JSON.stringify(pdf.catalog)) changes.set(pdf.catalogRef, catalog)
  await changes.write(input.to)
  return changes.size() > 0
}

/** Where a bookmark, a link or a name leads: to a page that goes? */
function leadsAway(pruning: Pruning, value: Value | undefined): boolean {
  const { pdf, gone } = pruning
  const found = pdf.resolve(value)
  if (Array.isArray(found)) return gone(found[0])
  if (isDict(found)) return leadsAway(pruning, found['/D'])
  return typeof found === 'string' ? leadsByName(pruning, found) : false
}

function leadsByName(pruning: Pruning, name: string): boolean {
  const { pdf } = pruning
  const old = pdf.dict(pdf.catalog['/Dests'])[name]
  if (old !== undefined) return leadsAway(pruning, notName(pdf.resolve(old)))
  const found = nameIn(pdf, pdf.dict(pdf.catalog['/Names'])['/Dests'], name, 0)
  return found !== undefined && leadsAway(pruning, notName(pdf.resolve(found)))
}

/** A name that leads to a name could lead round in a circle. */
const notName = (value: Value): Value => (typeof value === 'string' ? null : value)

export function nameIn(pdf: Pdf, tree: Value | undefined, name: string, depth: number): Value | undefined {
  const node = pdf.dict(tree)
  const names = pdf.array(node['/Names'])
  for (let at = 0; at + 1 < names.length; at += 2) if (pdf.resolve(names[at]) === name) return names[at + 1]
  if (depth < 20)
    for (const kid of pdf.array(node['/Kids'])) {
      const found = nameIn(pdf, kid, name, depth + 1)
      if (found !== undefined) return found
    }
  return undefined
}

/** Where an item of the outline leads. */
const leads = (pruning: Pruning, dict: Dict) =>
  leadsAway(pruning, dict['/Dest']) || leadsAway(pruning, pruning.pdf.dict(dict['/A'])['/D'])

interface Item {
  ref: string
  dict: Dict
  kids: Item[]
}

export function pruneOutline(
  pruning: Pruning,
  catalog: Dict,
  goes: (item: { dict: Dict }) => boolean,
  retitled: (dict: Dict) => Dict = dict => dict,
): void {
  const { pdf, changes } = pruning
  const root = catalog['/Outlines']
  if (!isRef(root)) return
  const seen = new Set<string>()
  let lost = false
  const itemsOf = (parent: Dict): Item[] => {
    const items: Item[] = []
    for (let at = parent['/First']; isRef(at) && !seen.has(at); ) {
      seen.add(at)
      const before = pdf.dict(at)
      const dict = retitled(before)
      lost ||= dict !== before
      items.push({ ref: at, dict, kids: itemsOf(dict) })
      at = dict['/Next'] as string
    }
    return items
  }
  // A chapter whose page goes loses its title; sections of it that stay move up into its place.
  const kept = (items: Item[]): Item[] =>
    items.flatMap(item => {
      const kids = kept(item.kids)
      if (!goes(item)) return [{ ...item, kids }]
      lost = true
      return kids
    })
  const items = kept(itemsOf(pdf.dict(root)))
  if (!lost) return
  if (items.length === 0) {
    delete catalog['/Outlines']
    return
  }
  const write = (list: Item[], parent: string): number => {
    let open = 0
    for (const [n, { ref, dict, kids }] of list.entries()) {
      const { '/Prev': _p, '/Next': _n, '/First': _f, '/Last': _l, '/Count': count, ...rest } = dict
      const next: Dict = { ...rest, '/Parent': parent }
      if (n > 0) next['/Prev'] = list[n - 1]!.ref
      if (n < list.length - 1) next['/Next'] = list[n + 1]!.ref
      const below = write(kids, ref)
      if (kids.length > 0) {
        next['/First'] = kids[0]!.ref
        next['/Last'] = kids.at(-1)!.ref
        const closed = typeof count === 'number' && count < 0
        next['/Count'] = closed ? -below : below
        if (!closed) open += below
      }
      open++
      changes.set(ref, next)
    }
    return open
  }
  const count = write(items, root)
  changes.set(root, { ...pdf.dict(root), '/First': items[0]!.ref, '/Last': items.at(-1)!.ref, '/Count': count })
}

/** Names of places often are the titles of what stands there. */
function pruneNames(pruning: Pruning, catalog: Dict): void {
  const { pdf } = pruning
  const old = pdf.dict(catalog['/Dests'])
  const left = Object.entries(old).filter(([, dest]) => !leadsAway(pruning, notName(pdf.resolve(dest))))
  if (left.length < Object.keys(old).length) catalog['/Dests'] = Object.fromEntries(left)
  const names = pdf.dict(catalog['/Names'])
  const pairs: [Value, Value][] = []
  const gather = (tree: Value | undefined, depth: number): void => {
    const node = pdf.dict(tree)
    const list = pdf.array(node['/Names'])
    for (let at = 0; at + 1 < list.length; at += 2) pairs.push([pdf.resolve(list[at]), list[at + 1]!])
    if (depth < 20) for (const kid of pdf.array(node['/Kids'])) gather(kid, depth + 1)
  }
  gather(names['/Dests'], 0)
  const stay = pairs.filter(([, dest]) => !leadsAway(pruning, notName(pdf.resolve(dest))))
  if (stay.length < pairs.length) catalog['/Names'] = { ...names, '/Dests': { '/Names': stay.flat() } }
}

export function pruneFields(pruning: Pruning, catalog: Dict): void {
  const { pdf, changes, gone } = pruning
  const form = pdf.dict(catalog['/AcroForm'])
  const fields = pdf.array(form['/Fields'])
  const onGone = widgetsOf(pruning)
  const seen = new Set<string>()
  let lost = false
  const stays = (ref: Value): boolean => {
    if (!isRef(ref) || seen.has(ref)) return true
    seen.add(ref)
    const field = pdf.dict(ref)
    const kids = pdf.array(field['/Kids'])
    if (kids.length === 0) {
      const away = onGone.has(ref) || gone(field['/P'])
      lost ||= away
      return !away
    }
    const left = kids.filter(stays)
    if (left.length > 0 && left.length < kids.length) changes.set(ref, { ...field, '/Kids': left })
    return left.length > 0
  }
  const left = fields.filter(stays)
  if (!lost) return
  const { '/Fields': _fields, ...rest } = form
  if (left.length === 0) delete catalog['/AcroForm']
  else catalog['/AcroForm'] = { ...rest, '/Fields': left }
}

function widgetsOf({ pdf, gone }: Pruning): Set<string> {
  const found = new Set<string>()
  for (const { object } of pdf.pages)
    if (gone(object))
      for (const annotation of pdf.array(pdf.dict(object)['/Annots'])) if (isRef(annotation)) found.add(annotation)
  return found
}

/** The tree of tags holds texts in place of what is drawn: those of a page go with it. */
function pruneTags(pruning: Pruning, catalog: Dict): void {
  const { pdf, changes, gone } = pruning
  const root = catalog['/StructTreeRoot']
  if (!isRef(root)) return
  const seen = new Set<string>()
  const stays = (kid: Value, page: Value | undefined): boolean => {
    if (typeof kid === 'number') return !gone(page)
    if (isRef(kid) && seen.has(kid)) return true
    if (isRef(kid)) seen.add(kid)
    const element = pdf.dict(kid)
    const own = element['/Pg'] ?? page
    if (element['/K'] === undefined) return !gone(own)
    const kids = Array.isArray(pdf.resolve(element['/K'])) ? pdf.array(element['/K']) : [element['/K']!]
    const left = kids.filter(inner => stays(inner, own))
    if (left.length === 0) return false
    if (left.length < kids.length && isRef(kid)) changes.set(kid, { ...element, '/K': left })
    return true
  }
  const tree = pdf.dict(root)
  const kids = Array.isArray(pdf.resolve(tree['/K'])) ? pdf.array(tree['/K']) : tree['/K'] ? [tree['/K']] : []
  const left = kids.filter(kid => stays(kid, undefined))
  if (left.length === 0) delete catalog['/StructTreeRoot']
  // The way back from content to tags names elements of every page; without it readers walk the tree.
  else if (changes.size() > 0 || left.length < kids.length) {
    const { '/ParentTree': _parents, '/IDTree': _ids, ...rest } = tree
    changes.set(root, { ...rest, '/K': left })
  }
}
