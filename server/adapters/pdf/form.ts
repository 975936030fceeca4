import type { PdfField } from '../../ports/documents.ts'
import { stream } from './font.ts'
import { assertLetters, round, theFont, wrapped } from './lettering.ts'
import { changesOf, type Dict, isDict, isRef, type Pdf, type PdfChanges, readPdf, type Value } from './model.ts'

/** The fields of a form: what they are, and what is written into them. Runs in the document worker. */

interface Field {
  ref: string
  dict: Dict
  /** What it inherits is filled in. */
  type: PdfField['type'] | undefined
  flags: number
  name: string
  /** Where it is shown: itself, or its kids. */
  widgets: { ref: string; dict: Dict }[]
  value: Value
  look: string
}

const MOST_FIELDS = 5000
const DEEPEST = 20
const [READ_ONLY, REQUIRED, MULTILINE, RADIO, PUSH] = [1, 2, 1 << 12, 1 << 15, 1 << 16]
const KINDS: Record<string, PdfField['type']> = { '/Tx': 'text', '/Ch': 'choice', '/Sig': 'signature' }

function textOf(value: Value | undefined): string {
  if (typeof value !== 'string') return ''
  if (value.startsWith('u:')) return value.slice(2)
  if (!value.startsWith('b:')) return value
  // The raw string of the file, if qpdf has not decoded it.
  const bytes = Buffer.from(value.slice(2), 'hex')
  const wide = bytes[0] === 0xfe && bytes[1] === 0xff && bytes.length % 2 === 0
  return wide ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le') : bytes.toString('latin1')
}

function fieldsIn(pdf: Pdf): Field[] {
  const form = pdf.dict(pdf.catalog['/AcroForm'])
  const found: Field[] = []
  const seen = new Set<string>()
  const walk = (ref: Value, above: { name: string; dict: Dict }, depth: number): void => {
    if (!isRef(ref) || seen.has(ref) || depth > DEEPEST || found.length >= MOST_FIELDS) return
    seen.add(ref)
    const own = pdf.dict(ref)
    const dict = { ...pick(above.dict), ...own }
    const part = textOf(pdf.resolve(own['/T']))
    const name = [above.name, part].filter(Boolean).join('.')
    const kids = pdf.array(own['/Kids'])
    if (kids.some(kid => pdf.dict(kid)['/T'] !== undefined)) {
      for (const kid of kids) walk(kid, { name, dict }, depth + 1)
      return
    }
    const flags = Number(pdf.resolve(dict['/Ff']) ?? 0) || 0
    const widgets =
      kids.length > 0 ? kids.filter(isRef).map(kid => ({ ref: kid, dict: pdf.dict(kid) })) : [{ ref, dict: own }]
    const look = textOf(pdf.resolve(dict['/DA'] ?? form['/DA']))
    found.push({
      ref,
      dict,
      type: typeOf(pdf.resolve(dict['/FT']), flags),
      flags,
      name,
      widgets,
      value: pdf.resolve(dict['/V']),
      look,
    })
  }
  for (const ref of pdf.array(form['/Fields'])) walk(ref, { name: '', dict: {} }, 0)
  return found
}

const pick = ({ '/FT': type, '/Ff': flags, '/DA': look, '/V': value }: Dict): Dict =>
  Object.fromEntries(
    Object.entries({ '/FT': type, '/Ff': flags, '/DA': look, '/V': value }).filter(([, v]) => v !== undefined),
  ) as Dict

function typeOf(kind: Value, flags: number): PdfField['type'] | undefined {
  if (kind === '/Btn') return flags & PUSH ? undefined : flags & RADIO ? 'radio' : 'checkbox'
  return typeof kind === 'string' ? KINDS[kind] : undefined
}

/** The names of its states but for the one that is off. */
const statesOf = (pdf: Pdf, { widgets }: Field): string[] => [
  ...new Set(
    widgets.flatMap(({ dict }) => Object.keys(pdf.dict(pdf.dict(dict['/AP'])['/N'])).filter(name => name !== '/Off')),
  ),
]

const optionsOf = (pdf: Pdf, field: Field): string[] =>
  field.type === 'choice'
    ? pdf.array(field.dict['/Opt']).map(option => textOf(pdf.resolve(pdf.array(option)[0] ?? option)))
    : field.type === 'radio'
      ? statesOf(pdf, field).map(name => name.slice(1))
      : []

export async function formFields(input: { json: string }): Promise<PdfField[]> {
  const pdf = await readPdf(input.json)
  const pages = pagesOfWidgets(pdf)
  return fieldsIn(pdf).flatMap(field =>
    field.type === undefined
      ? []
      : [
          {
            name: field.name,
            type: field.type,
            value: shownValue(field),
            options: optionsOf(pdf, field),
            page: pages.get(field.widgets[0]?.ref ?? '') ?? null,
            required: (field.flags & REQUIRED) !== 0,
            read_only: (field.flags & READ_ONLY) !== 0,
          },
        ],
  )
}

function shownValue({ type, value }: Field): string {
  if (type === 'checkbox' || type === 'radio')
    return typeof value === 'string' && value.startsWith('/') && value !== '/Off' ? value.slice(1) : ''
  if (type === 'signature') return isDict(value) ? 'signed' : ''
  return Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value)
}

/** Values and how they look are written together, since many readers show only the looks. */
export async function fillForm(input: {
  json: string
  fields: Record<string, string | boolean>
  to: string
}): Promise<void> {
  const pdf = await readPdf(input.json)
  const changes = changesOf(pdf)
  const font = await theFont()
  const fontId = changes.next(5)
  const fields = new Map(fieldsIn(pdf).map(field => [field.name, field]))
  for (const [name, given] of Object.entries(input.fields)) {
    const field = fields.get(name)
    if (!field) continue
    if (field.type === 'checkbox' || field.type === 'radio') setState({ pdf, changes }, field, given)
    else writeText({ pdf, changes, fontId, font }, field, String(given))
  }
  const form = pdf.dict(pdf.catalog['/AcroForm'])
  const { '/NeedAppearances': _asked, '/XFA': _xfa, ...kept } = form
  if (isRef(pdf.catalog['/AcroForm'])) changes.set(pdf.catalog['/AcroForm'], kept)
  else changes.set(pdf.catalogRef, { ...pdf.catalog, '/AcroForm': kept })
  changes.add(font.objects(fontId))
  await changes.write(input.to)
}

function setState({ pdf, changes }: { pdf: Pdf; changes: PdfChanges }, field: Field, given: string | boolean): void {
  const states = statesOf(pdf, field)
  const wanted = given === true ? (states[0] ?? '/Yes') : given === false || given === '' ? '/Off' : `/${given}`
  const state =
    wanted === '/Off' || states.includes(wanted) ? wanted : given === 'true' ? (states[0] ?? '/Yes') : '/Off'
  for (const { ref, dict } of field.widgets) {
    const own = Object.keys(pdf.dict(pdf.dict(dict['/AP'])['/N']))
    const shown = own.includes(state) ? state : '/Off'
    changes.set(ref, { ...dict, '/AS': shown, ...(ref === field.ref ? { '/V': state } : {}) })
  }
  if (!field.widgets.some(({ ref }) => ref === field.ref))
    changes.set(field.ref, { ...pdf.dict(field.ref), '/V': state })
}

interface Writing {
  pdf: Pdf
  changes: PdfChanges
  fontId: number
  font: Awaited<ReturnType<typeof theFont>>
}

const [LEAST, MOST, LINE, PADDING] = [4, 12, 1.2, 2]

function writeText({ pdf, changes, fontId, font }: Writing, field: Field, text: string): void {
  assertLetters(font, text)
  for (const { ref, dict } of field.widgets) {
    const [x0, y0, x1, y1] = pdf.array(dict['/Rect']).map(Number)
    const [width, height] = [Math.abs(x1! - x0!), Math.abs(y1! - y0!)]
    const id = changes.next()
    const form = {
      '/Type': '/XObject',
      '/Subtype': '/Form',
      '/BBox': [0, 0, round(width), round(height)],
      '/Resources': { '/Font': { '/F': `${fontId} 0 R` } },
    }
    changes.add({ [`obj:${id} 0 R`]: stream(Buffer.from(drawnText(field, text, { width, height }, font)), form) })
    const value: Dict = ref === field.ref ? { '/V': `u:${text}` } : {}
    changes.set(ref, { ...dict, ...value, '/AP': { '/N': `${id} 0 R` } })
  }
  if (!field.widgets.some(({ ref }) => ref === field.ref))
    changes.set(field.ref, { ...pdf.dict(field.ref), '/V': `u:${text}` })
}

function drawnText(
  { flags, look, type }: Field,
  text: string,
  room: { width: number; height: number },
  font: Writing['font'],
): string {
  const many = type === 'text' && (flags & MULTILINE) !== 0
  const said = look.slice(0, 200).split(' ').filter(Boolean)
  const asked = Number(said[said.indexOf('Tf') - 1] ?? 0) || 0
  const colour = colourIn(said)
  const inner = { width: room.width - PADDING * 2, height: room.height - PADDING }
  const linesAt = (size: number) => (many ? wrapped(font, text, size, inner.width) : [text])
  const fits = (size: number) => {
    const lines = linesAt(size)
    return (
      lines.length * size * LINE <= inner.height && lines.every(line => (font.width(line) * size) / 1000 <= inner.width)
    )
  }
  let size = asked > 0 ? asked : Math.min(MOST, Math.max(LEAST, inner.height / LINE))
  while (size > LEAST && !fits(size)) size -= 0.5
  const lines = linesAt(size)
  const top = many ? room.height - PADDING - size : (room.height - size * 0.72) / 2
  const shown = lines.map((line, n) => `1 0 0 1 ${PADDING} ${round(top - n * size * LINE)} Tm ${font.encode(line)} Tj`)
  return `/Tx BMC q 0 0 ${round(room.width)} ${round(room.height)} re W n BT /F ${round(size)} Tf ${colour} ${shown.join(' ')} ET Q EMC`
}

/** What stands in fields of text, wherever it is shown. */
export function valuesIn(pdf: Pdf): { page: number | null; value: string }[] {
  const pages = pagesOfWidgets(pdf)
  return fieldsIn(pdf)
    .filter(({ type }) => type === 'text' || type === 'choice')
    .map(field => ({ page: pages.get(field.widgets[0]?.ref ?? '') ?? null, value: shownValue(field) }))
}

const pagesOfWidgets = (pdf: Pdf): Map<Value, number> =>
  new Map(
    pdf.pages.flatMap(({ object }, n) => pdf.array(pdf.dict(object)['/Annots']).map(ref => [ref, n + 1] as const)),
  )

const INKS: Record<string, number> = { g: 1, rg: 3, k: 4 }

/** The colour among the operators of a look; black where there is none. */
function colourIn(said: string[]): string {
  const at = said.findIndex(word => word in INKS)
  const numbers = said.slice(Math.max(0, at - (INKS[said[at] ?? ''] ?? 0)), at)
  return at > 0 && numbers.every(part => Number.isFinite(Number(part))) ? [...numbers, said[at]].join(' ') : '0 g'
}
