import type { KeptAside } from '../../ports/documents.ts'
import { changesOf, type Dict, type Pdf, readPdf, type Value } from './model.ts'

/** What stands beside the text of pages and may tell it again: remarks, fields of forms, attached files, names. */

export interface Aside {
  comments: number
  form_fields: number
  attachments: number
}

type Kind = keyof Aside | 'kept'

const ASKED: Record<keyof Aside, KeptAside> = { comments: 'comments', form_fields: 'form', attachments: 'attachments' }

export async function removeAside(input: { json: string; keep: KeptAside[]; to: string }): Promise<Aside> {
  const pdf = await readPdf(input.json)
  const changes = changesOf(pdf)
  const removed: Aside = { comments: 0, form_fields: 0, attachments: 0 }
  const goes = (kind: Kind): kind is keyof Aside => kind !== 'kept' && !input.keep.includes(ASKED[kind])
  for (const { object } of pdf.pages) {
    const page = pdf.dict(object)
    const all = pdf.array(page['/Annots'])
    const left = all.filter(value => {
      const kind = kindOf(pdf.dict(value))
      if (!goes(kind)) return true
      // A window that belongs to a remark is no remark of its own.
      if (pdf.dict(value)['/Subtype'] !== '/Popup') removed[kind]++
      return false
    })
    const { '/Annots': _annotations, '/AF': files, ...rest } = page
    const without = files !== undefined && goes('attachments')
    if (left.length === all.length && !without) continue
    changes.set(object, {
      ...rest,
      ...(left.length > 0 ? { '/Annots': left } : {}),
      ...(files === undefined || without ? {} : { '/AF': files }),
    })
  }
  const catalog: Dict = { ...pdf.catalog }
  if (goes('form_fields')) delete catalog['/AcroForm']
  if (goes('attachments')) removed.attachments += dropAttachments(pdf, catalog)
  changes.set(pdf.catalogRef, catalog)
  await changes.write(input.to)
  return removed
}

function kindOf({ '/Subtype': kind }: Dict): Kind {
  if (kind === '/Link') return 'kept'
  if (kind === '/Widget') return 'form_fields'
  return kind === '/FileAttachment' ? 'attachments' : 'comments'
}

function dropAttachments(pdf: Pdf, catalog: Dict): number {
  const names = { ...pdf.dict(catalog['/Names']) }
  const count = pairsIn(pdf, names['/EmbeddedFiles']).length
  delete names['/EmbeddedFiles']
  if (catalog['/Names'] !== undefined) catalog['/Names'] = names
  delete catalog['/AF']
  delete catalog['/Collection']
  return count
}

const DEEPEST = 20

/** Names and what they stand for, of a tree of names. */
export function pairsIn(pdf: Pdf, tree: Value | undefined, depth = 0): [Value, Value][] {
  const node = pdf.dict(tree)
  const list = pdf.array(node['/Names'])
  const pairs: [Value, Value][] = []
  for (let at = 0; at + 1 < list.length; at += 2) pairs.push([pdf.resolve(list[at]), list[at + 1]!])
  if (depth < DEEPEST) for (const kid of pdf.array(node['/Kids'])) pairs.push(...pairsIn(pdf, kid, depth + 1))
  return pairs
}

/** Names of places that tell what is secret go; answers how many. */
export function cleanNames(pdf: Pdf, catalog: Dict, reveals: (text: string) => boolean): number {
  const revealing = (key: Value) => typeof key === 'string' && reveals(key)
  const old = Object.entries(pdf.dict(catalog['/Dests']))
  const keptOld = old.filter(([key]) => !revealing(key))
  if (keptOld.length < old.length) catalog['/Dests'] = Object.fromEntries(keptOld)
  const names = pdf.dict(catalog['/Names'])
  const pairs = pairsIn(pdf, names['/Dests'])
  const kept = pairs.filter(([key]) => !revealing(key))
  if (kept.length < pairs.length) catalog['/Names'] = { ...names, '/Dests': { '/Names': kept.flat() } }
  return old.length - keptOld.length + pairs.length - kept.length
}

const SHORT = 4

/** Covers the words of a title that are secret; the same title when there is none. */
export function masked(title: string, secrets: Set<string>): string {
  if (!title.startsWith('u:')) return secrets.size > 0 ? 'u:█' : title
  const long = [...secrets].filter(secret => secret.length >= SHORT)
  const shown = title
    .slice(2)
    .split(/([\p{L}\p{N}]+)/u)
    .map((part, n) => {
      if (n % 2 === 0) return part
      const word = part.toLowerCase()
      const isSecret = secrets.has(word) || long.some(secret => word.includes(secret))
      return isSecret ? '█'.repeat([...part].length) : part
    })
    .join('')
  return `u:${shown}`
}
