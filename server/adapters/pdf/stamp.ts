import type { NumberPlace } from '../../ports/documents.ts'
import { stream } from './font.ts'
import { assertLetters, round, theFont } from './lettering.ts'
import {
  changesOf,
  type Dict,
  inherited,
  isRef,
  type PageView,
  type Pdf,
  type PdfChanges,
  readPdf,
  toPage,
  viewOf,
} from './model.ts'

/** Numbers on pages, and pages cut to a part of themselves. */

interface Numbering {
  position: NumberPlace
  /** The number of the first page that gets one. */
  start: number
  /** `{n}` stands for the number, `{total}` for the last of them. */
  text: string
  fontSize: number
  pages: number[]
}

const MARGIN = 28
const FONT = 'DossierNumbers'

export async function numberPages(input: { json: string; numbering: Numbering; to: string }): Promise<void> {
  const pdf = await readPdf(input.json)
  const changes = changesOf(pdf)
  const font = await theFont()
  const { pages, start, text, fontSize, position } = input.numbering
  const last = start + pages.length - 1
  const fontId = changes.next(5)
  for (const [n, page] of pages.entries()) {
    const words = text.replaceAll('{n}', `${start + n}`).replaceAll('{total}', `${last}`)
    assertLetters(font, words)
    const view = viewOf(pdf, page)
    const length = (font.width(words) * fontSize) / 1000
    const matrix = uprightMatrix(view, place(view, position, length, fontSize))
      .map(round)
      .join(' ')
    const drawn = `q 0 g BT /${FONT} ${fontSize} Tf ${matrix} Tm ${font.encode(words)} Tj ET Q`
    drawOver({ pdf, changes }, view, drawn, { [`/${FONT}`]: `${fontId} 0 R` })
  }
  changes.add(font.objects(fontId))
  await changes.write(input.to)
}

/** As it is seen. */
function sizeOf({ box, turn }: PageView) {
  const [width, height] = [box[2] - box[0], box[3] - box[1]]
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height }
}

/** Where the words begin on the page as it is seen, in points from its upper left corner. */
function place(view: PageView, position: Numbering['position'], length: number, fontSize: number): [number, number] {
  const { width, height } = sizeOf(view)
  const side = position.split('-')[1]
  const x = side === 'left' ? MARGIN : side === 'right' ? width - MARGIN - length : (width - length) / 2
  return [x, position.startsWith('top') ? MARGIN + fontSize * 0.75 : height - MARGIN]
}

/** A text matrix that makes words upright at this place, however the page is rotated. */
function uprightMatrix(view: PageView, [x, y]: [number, number]): number[] {
  const { width, height } = sizeOf(view)
  const [px, py] = toPage(view, { x0: x / width, y0: y / height, x1: x / width, y1: y / height })
  const turns = { 0: [1, 0, 0, 1], 90: [0, 1, -1, 0], 180: [-1, 0, 0, -1], 270: [0, -1, 1, 0] }
  return [...turns[view.turn], px, py]
}

/** What a page draws already is closed off, so that it does not bend what is drawn over it. */
export function drawOver(
  { pdf, changes }: { pdf: Pdf; changes: PdfChanges },
  view: PageView,
  drawn: string,
  fonts: Dict,
): void {
  const { dict, object } = view
  const id = changes.next(2)
  const before = pdf.resolve(dict['/Contents'])
  const contents = Array.isArray(before) ? before : isRef(dict['/Contents']) ? [dict['/Contents']] : []
  changes.add({
    [`obj:${id} 0 R`]: stream(Buffer.from('q\n')),
    [`obj:${id + 1} 0 R`]: stream(Buffer.from(`\nQ\n${drawn}`)),
  })
  const resources = pdf.dict(inherited(pdf, dict, '/Resources'))
  changes.set(object, {
    ...dict,
    '/Contents': [`${id} 0 R`, ...contents, `${id + 1} 0 R`],
    '/Resources': { ...resources, '/Font': { ...pdf.dict(resources['/Font']), ...fonts } },
  })
}

interface Box {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** What lies outside stays in the file, and is not shown. */
export async function cropPages(input: { json: string; box: Box; pages: number[]; to: string }): Promise<void> {
  const pdf = await readPdf(input.json)
  const changes = changesOf(pdf)
  for (const page of input.pages) {
    const view = viewOf(pdf, page)
    changes.set(view.object, { ...view.dict, '/CropBox': toPage(view, input.box).map(round) })
  }
  await changes.write(input.to)
}
