import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { ROOT } from '../../test/support/server.ts'

/** Files to be brought, each as often as the bench likes. */
export interface Document {
  name: string
  path: string
  kind: string
  mime: string
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const KINDS: Record<string, [string, string]> = {
  '.pdf': ['pdf', 'application/pdf'],
  '.docx': ['document', `${OFFICE}.wordprocessingml.document`],
  '.odt': ['document', 'application/vnd.oasis.opendocument.text'],
  '.rtf': ['document', 'application/rtf'],
  '.html': ['text', 'text/html'],
  '.xlsx': ['spreadsheet', `${OFFICE}.spreadsheetml.sheet`],
  '.pptx': ['presentation', `${OFFICE}.presentationml.presentation`],
}

const documentAt = (folder: string, name: string): Document => {
  const [kind, mime] = KINDS[extname(name)]!
  return { name, path: join(folder, name), kind, mime }
}

/** The smallest: a few lines each. What a file costs whatever it holds. Old formats, for which the office is started, would hide all else. */
export const lines = (): Document[] =>
  ['contract.pdf', 'contract.docx', 'contract.odt', 'contract.rtf', 'contract.html', 'prices.xlsx', 'plan.pptx'].map(
    name => documentAt(join(ROOT, 'test/corpus'), name),
  )

const DATA = join(ROOT, '../shared/data')
const SETS = ['xquad-ru-quarter.json', 'squad1.1-dev-minus-xquad.json']
const PAGES = [1, 2, 3, 5, 8]
const EACH = 10

let seed = 5
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}
const oneOf = <T>(list: T[]): T => list[Math.floor(list.length * random())]!
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

function paragraphsOf(set: string): string[] {
  const { data } = JSON.parse(readFileSync(join(DATA, set), 'utf8')) as {
    data: { paragraphs: { context: string }[] }[]
  }
  return data.flatMap(({ paragraphs }) => paragraphs.map(({ context }) => context))
}

const begun = (paragraphs: string[], words: number) => oneOf(paragraphs).split(' ').slice(0, words).join(' ')

function page(paragraphs: string[], pages: number): string {
  const body = times(3 * pages, n => {
    const heading = n % 4 === 0 ? `<h2>${n / 4 + 1}. ${escaped(begun(paragraphs, 5))}</h2>` : ''
    return `${heading}<p>${escaped(oneOf(paragraphs))}</p>`
  })
  return `<html><head><meta charset="utf-8"></head><body><h1>${escaped(begun(paragraphs, 6))}</h1>${body.join('\n')}</body></html>`
}

function table(paragraphs: string[], pages: number): string {
  const cell = (words: number) => `"${begun(paragraphs, words).replaceAll('"', '')}"`
  const rows = times(
    40 * pages,
    n => `${cell(4)},2026-0${1 + (n % 9)}-1${n % 9},${Math.floor(random() * 1e6) / 100},${cell(6)}`,
  )
  return ['Name,Date,Amount,Note', ...rows].join('\n')
}

const NAMESPACES = ['office', 'drawing', 'text', 'svg-compatible', 'style']
  .map(name => {
    const prefix = { drawing: 'draw', 'svg-compatible': 'svg' }[name] ?? name
    return `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`
  })
  .join(' ')

function slides(paragraphs: string[], pages: number): string {
  const box = (y: number, lines: string[]) =>
    `<draw:frame svg:width="20cm" svg:height="4cm" svg:x="2cm" svg:y="${y}cm"><draw:text-box>${lines
      .map(line => `<text:p>${escaped(line)}</text:p>`)
      .join('')}</draw:text-box></draw:frame>`
  const all = times(
    3 * pages,
    n =>
      `<draw:page draw:name="p${n}" draw:master-page-name="Default">${box(1, [begun(paragraphs, 6)])}${box(
        6,
        times(4, () => begun(paragraphs, 14)),
      )}</draw:page>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMESPACES} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.presentation"><office:master-styles><style:master-page style:name="Default" style:page-layout-name="pm"/></office:master-styles><office:body><office:presentation>${all.join('')}</office:presentation></office:body></office:document>`
}

/** The source that the office makes the document from, and how it is told what the source is. */
const SOURCES: Record<string, { from: string; make: typeof page; filter?: string; to: string }> = {
  pdf: { from: 'html', make: page, filter: 'HTML (StarWriter)', to: 'pdf:writer_pdf_Export' },
  docx: { from: 'html', make: page, filter: 'HTML (StarWriter)', to: 'docx:MS Word 2007 XML' },
  odt: { from: 'html', make: page, filter: 'HTML (StarWriter)', to: 'odt:writer8' },
  rtf: { from: 'html', make: page, filter: 'HTML (StarWriter)', to: 'rtf:Rich Text Format' },
  xlsx: { from: 'csv', make: table, filter: 'CSV:44,34,76', to: 'xlsx' },
  pptx: { from: 'fodp', make: slides, to: 'pptx' },
}

/** Documents of one to eight pages in both languages, put together from the development data; undefined where that or the office is missing. */
export function pages(): { documents: Document[]; remove(): void } | undefined {
  if (!SETS.every(set => existsSync(join(DATA, set))) || spawnSync('soffice', ['--version']).status !== 0)
    return undefined
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-'))
  const sets = SETS.map(paragraphsOf)
  const write = (name: string, make: typeof page) =>
    times(EACH, n => {
      const path = join(folder, name.replace('*', String(n)))
      writeFileSync(path, make(sets[n % 2]!, PAGES[n % PAGES.length]!))
      return path
    })
  write('page-*.html', page)
  for (const [ending, { from, make, filter, to }] of Object.entries(SOURCES)) {
    const sources = write(`${ending}-*.${from}`, make)
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    const infilter = filter ? [`--infilter=${filter}`] : []
    spawnSync('soffice', [profile, '--headless', '--convert-to', to, ...infilter, '--outdir', folder, ...sources])
    for (const source of sources) rmSync(source)
  }
  const names = readdirSync(folder).filter(name => extname(name) in KINDS)
  // All lengths and formats in turn.
  const order = (name: string) => Number(/\d+/.exec(name)![0])
  const documents = names.sort((a, b) => order(a) - order(b)).map(name => documentAt(folder, name))
  return { documents, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
