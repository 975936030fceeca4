import { DocumentRefused, type PdfAnnotation } from '../../ports/documents.ts'
import { stream } from './font.ts'
import { drawnWithin, type Laid, layOne } from './lay.ts'
import { assertLetters, round, theFont, wrapped } from './lettering.ts'
import {
  changesOf,
  type Dict,
  isRef,
  type PageView,
  type PdfChanges,
  readPdf,
  toPage,
  type Value,
  viewOf,
} from './model.ts'

const LINE = 1.25
const SIZES = [12, 11, 10, 9, 8, 7, 6, 5, 4]

interface Annotating {
  json: string
  annotations: PdfAnnotation[]
  to: string
  /** The picture of those that show one. */
  path?: string
  mime?: string
  folder?: string
}

const noPicture = () => new DocumentRefused('unable', { en: 'The picture has gone.', ru: 'Картинки больше нет.' })

async function pictureFor(
  { path, mime, folder, annotations }: Annotating,
  changes: PdfChanges,
): Promise<Laid | undefined> {
  if (!annotations.some(({ type }) => type === 'picture')) return undefined
  if (!path || !mime || !folder) throw noPicture()
  return layOne(changes, { path, mime, folder })
}

/** Marks with an appearance of their own, so that every reader draws them alike, and upright on turned pages. */
export async function addAnnotations(input: Annotating): Promise<void> {
  const pdf = await readPdf(input.json)
  const changes = changesOf(pdf)
  const font = await theFont()
  for (const { text } of input.annotations) assertLetters(font, text)
  const fontId = changes.next(5)
  const picture = await pictureFor(input, changes)
  const added = new Map<number, string[]>()
  for (const annotation of input.annotations) {
    const view = viewOf(pdf, annotation.page)
    const rect = toPage(view, annotation).map(round)
    const id = changes.next(2)
    const [width, height] = seenSize(view, rect)
    const isPicture = annotation.type === 'picture' && picture
    const form = {
      '/Type': '/XObject',
      '/Subtype': '/Form',
      '/BBox': [0, 0, width, height],
      '/Matrix': MATRIX[view.turn],
      '/Resources': {
        '/ExtGState': { '/G': { '/BM': annotation.type === 'highlight' ? '/Multiply' : '/Normal' } },
        '/Font': { '/F': `${fontId} 0 R` },
        ...(isPicture ? { '/XObject': { '/Picture': picture.ref } } : {}),
      },
    }
    const drawn = isPicture ? drawnWithin(picture, { width, height }) : appearance(annotation, width, height, font)
    changes.add({ [`obj:${id + 1} 0 R`]: stream(Buffer.from(drawn), form) })
    changes.set(`${id} 0 R`, describe(annotation, view, rect, `${id + 1} 0 R`))
    added.set(annotation.page, [...(added.get(annotation.page) ?? []), `${id} 0 R`])
  }
  for (const [page, refs] of added) {
    const { object, dict } = viewOf(pdf, page)
    changes.set(object, { ...dict, '/Annots': [...pdf.array(dict['/Annots']), ...refs] })
  }
  changes.add(font.objects(fontId))
  await changes.write(input.to)
}

const MATRIX: Record<PageView['turn'], number[]> = {
  0: [1, 0, 0, 1, 0, 0],
  90: [0, 1, -1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, -1, 1, 0, 0, 0],
}

/** As it is seen: a page on its side swaps the two. */
function seenSize({ turn }: PageView, rect: number[]): [number, number] {
  const [width, height] = [round(rect[2]! - rect[0]!), round(rect[3]! - rect[1]!)]
  return turn === 90 || turn === 270 ? [height, width] : [width, height]
}

const colour = (hex: string): number[] => [1, 3, 5].map(at => round(Number.parseInt(hex.slice(at, at + 2), 16) / 255))

function describe({ type, color, text }: PdfAnnotation, view: PageView, rect: number[], form: string): Dict {
  const [x0, y0, x1, y1] = rect as [number, number, number, number]
  const common: Dict = {
    '/Type': '/Annot',
    '/Rect': rect,
    '/F': 4,
    '/C': colour(color),
    '/P': view.object,
    '/AP': { '/N': form },
  }
  if (text) common['/Contents'] = `u:${text}`
  if (type === 'highlight')
    return { ...common, '/Subtype': '/Highlight', '/QuadPoints': [x0, y1, x1, y1, x0, y0, x1, y0] }
  if (type === 'picture') return { ...common, '/Subtype': '/Stamp' }
  if (type === 'rect') return { ...common, '/Subtype': '/Square', '/BS': { '/W': 2 } }
  return { ...common, '/Subtype': '/FreeText', '/DA': 'u:/F 12 Tf 0 g', '/Rotate': view.turn }
}

function appearance(
  { type, color, text }: PdfAnnotation,
  width: number,
  height: number,
  font: Awaited<ReturnType<typeof theFont>>,
): string {
  const paint = colour(color).join(' ')
  if (type === 'highlight') return `/G gs ${paint} rg 0 0 ${width} ${height} re f`
  const line = Math.min(2, width / 4, height / 4)
  const frame = `${paint} RG ${line} w ${line / 2} ${line / 2} ${round(width - line)} ${round(height - line)} re S`
  if (type === 'rect') return frame
  const room = { width: width - line * 4, height: height - line * 4 }
  const size =
    SIZES.find(candidate => wrapped(font, text, candidate, room.width).length * candidate * LINE <= room.height) ?? 4
  const lines = wrapped(font, text, size, room.width)
  const shown = lines.map((words, n) => {
    const y = round(height - line * 2 - size - n * size * LINE)
    return `1 0 0 1 ${line * 2} ${y} Tm ${font.encode(words)} Tj`
  })
  return `1 1 1 rg 0 0 ${width} ${height} re f ${frame} q 0 0 ${width} ${height} re W n BT /F ${size} Tf 0 g ${shown.join(' ')} ET Q`
}

export interface AnnotationStyle {
  title?: string
  author?: string
  subject?: string
  keywords?: string
}

const INFO: Record<keyof AnnotationStyle, string> = {
  title: '/Title',
  author: '/Author',
  subject: '/Subject',
  keywords: '/Keywords',
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Both places where a file says what it is: the old dictionary, and the XML that would contradict it. */
export async function setProperties(input: { json: string; properties: AnnotationStyle; to: string }): Promise<void> {
  const pdf = await readPdf(input.json)
  const changes = changesOf(pdf)
  const info: Dict = { ...pdf.dict(pdf.trailer['/Info']) }
  for (const [key, name] of Object.entries(INFO)) {
    const given = input.properties[key as keyof AnnotationStyle]
    if (given === '') delete info[name]
    else if (given !== undefined) info[name] = `u:${given}`
  }
  const ref = pdf.trailer['/Info']
  const infoRef = isRef(ref) ? ref : `${changes.next()} 0 R`
  changes.set(infoRef, info)
  if (!isRef(ref)) changes.add({ trailer: { value: { ...pdf.trailer, '/Info': infoRef } } })
  const metadata = pdf.catalog['/Metadata']
  if (isRef(metadata))
    changes.setStream(metadata, { '/Type': '/Metadata', '/Subtype': '/XML' }, Buffer.from(xmpOf(info)))
  await changes.write(input.to)
}

function xmpOf(info: Dict): string {
  const text = (key: string) => textOf(info[key])
  const parts = [
    text('/Title') &&
      `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(text('/Title'))}</rdf:li></rdf:Alt></dc:title>`,
    text('/Author') && `<dc:creator><rdf:Seq><rdf:li>${xml(text('/Author'))}</rdf:li></rdf:Seq></dc:creator>`,
    text('/Subject') &&
      `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${xml(text('/Subject'))}</rdf:li></rdf:Alt></dc:description>`,
    text('/Keywords') && `<pdf:Keywords>${xml(text('/Keywords'))}</pdf:Keywords>`,
  ]
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">${parts.filter(Boolean).join('')}</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`
}

const textOf = (value: Value | undefined): string =>
  typeof value === 'string' && value.startsWith('u:') ? value.slice(2) : ''
