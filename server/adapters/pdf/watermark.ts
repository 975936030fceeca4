import { stream } from './font.ts'
import { assertLetters, round, theFont } from './lettering.ts'
import { changesOf, type PageView, readPdf, viewOf } from './model.ts'
import type { PageSize } from './words.ts'

export interface Watermark {
  text: string
  opacity: number
  fontSize: number
  /** The tilt, counter-clockwise. */
  angle: number
}

/** A page with the words in its middle, to be laid over others; as JSON of which qpdf makes a file. */
export async function watermarkPage(input: {
  mark: Watermark
  width: number
  height: number
  to: string
}): Promise<void> {
  const { mark, width, height } = input
  const font = await theFont()
  assertLetters(font, mark.text)
  const words = font.encode(mark.text)
  const length = (font.width(mark.text) * mark.fontSize) / 1000
  const radians = (mark.angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  // The middle of the words lies in the middle of the page.
  const [dx, dy] = [-length / 2, -mark.fontSize * 0.36]
  const x = width / 2 + dx * cos - dy * sin
  const y = height / 2 + dx * sin + dy * cos
  const matrix = [cos, sin, -sin, cos, x, y].map(round).join(' ')
  const content = `q /G gs 0.45 g BT /F ${mark.fontSize} Tf ${matrix} Tm ${words} Tj ET Q`
  const changes = changesOf({ maxId: 4 })
  const fontId = changes.next(5)
  changes.add({
    'obj:1 0 R': { value: { '/Type': '/Catalog', '/Pages': '2 0 R' } },
    'obj:2 0 R': { value: { '/Type': '/Pages', '/Kids': ['3 0 R'], '/Count': 1 } },
    'obj:3 0 R': {
      value: {
        '/Type': '/Page',
        '/Parent': '2 0 R',
        '/MediaBox': [0, 0, width, height],
        '/Contents': '4 0 R',
        '/Resources': {
          '/Font': { '/F': `${fontId} 0 R` },
          '/ExtGState': { '/G': { '/ca': mark.opacity, '/CA': mark.opacity } },
        },
      },
    },
    'obj:4 0 R': stream(Buffer.from(content)),
    trailer: { value: { '/Root': '1 0 R' } },
  })
  changes.add(font.objects(fontId))
  await changes.write(input.to, { pdfversion: '1.7' })
}

/** As they are seen. */
export async function pageSizes(input: { json: string; pages: number[] }): Promise<PageSize[]> {
  const pdf = await readPdf(input.json)
  return input.pages.map(page => sizeOf(viewOf(pdf, page)))
}

function sizeOf({ box, turn }: PageView): PageSize {
  const [width, height] = [round(box[2] - box[0]), round(box[3] - box[1])]
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height }
}
