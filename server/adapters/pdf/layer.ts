import { readFile } from 'node:fs/promises'
import type { WordPlace } from '../../ports/reader.ts'
import type { Font } from './font.ts'
import { round, theFont } from './lettering.ts'
import { changesOf, readPdf, toPage, viewOf } from './model.ts'
import { drawOver } from './stamp.ts'

/** Words over the picture of them, to be found, marked and copied, but not seen. */

type Point = [x: number, y: number]

/** How far the font reaches above and below its line, of its size: readers mark so much of a line. */
const [ABOVE, BELOW] = [0.928, 0.236]
const MOST_STRETCH = 1000

/** A line that leans by less lies straight, each word of it at its own height: readers break words whose letters climb. */
const LEANING = Math.tan((15 * Math.PI) / 180)

function directionOf([x, y]: Point): Point {
  if (Math.abs(y) < Math.abs(x) * LEANING) return [Math.sign(x), 0]
  if (Math.abs(x) < Math.abs(y) * LEANING) return [0, Math.sign(y)]
  const length = Math.hypot(x, y)
  return [x / length, y / length]
}

/** The operators for them; `toPoint` leads from places on the page as it is seen to its own coordinates. */
export function hiddenWords(words: WordPlace[], toPoint: (point: Point) => Point, font: Font): string {
  const drawn: string[] = []
  let [line, before]: [number | undefined, Point] = [undefined, [0, 0]]
  let [along, up, size]: [Point, Point, number] = [[1, 0], [0, 1], 1]
  for (const word of words) {
    if (word.text === '' || font.missing(word.text).length > 0) continue
    const [foot, end, head] = [toPoint(word.foot), toPoint(word.end), toPoint(word.head)]
    const [length, height] = [
      Math.hypot(end[0] - foot[0], end[1] - foot[1]),
      Math.hypot(head[0] - foot[0], head[1] - foot[1]),
    ]
    if (length < 0.1 || height < 0.1) continue
    if (word.line !== line) {
      along = directionOf([end[0] - foot[0], end[1] - foot[1]])
      up = [-along[1], along[0]]
      size = height / (ABOVE + BELOW)
    }
    const middle: Point = [(foot[0] + end[0]) / 2, (foot[1] + end[1]) / 2]
    const start: Point = [middle[0] - (along[0] * length) / 2, middle[1] - (along[1] * length) / 2]
    if (word.line !== line) {
      const at: Point = [start[0] + up[0] * BELOW * size, start[1] + up[1] * BELOW * size]
      drawn.push(`/${FONT} ${fine(size)} Tf ${[...along, ...up].map(round).join(' ')} ${at.map(fine).join(' ')} Tm`)
    } else {
      const [dx, dy] = [start[0] - before[0], start[1] - before[1]]
      drawn.push(`${fine(dx * along[0] + dy * along[1])} ${fine(dx * up[0] + dy * up[1])} Td`)
    }
    ;[line, before] = [word.line, start]
    const natural = (font.width(word.text) * size) / 1000 || 1
    drawn.push(`${fine(Math.min(MOST_STRETCH, (length / natural) * 100))} Tz ${font.encode(word.text)} Tj`)
  }
  return drawn.length === 0 ? '' : `q BT 3 Tr ${drawn.join(' ')} ET Q`
}

/** No reader shows finer than this. */
const fine = (value: number) => Math.round(value * 100) / 100

export const FONT = 'DossierWords'

export const placesIn = async (file: string | undefined): Promise<WordPlace[]> =>
  file ? JSON.parse(await readFile(file, 'utf8')) : []

/** Over what each page draws the words that its file holds. Answers how many there are. */
export async function layWords(input: {
  json: string
  pages: { page: number; words: string }[]
  to: string
}): Promise<number> {
  const pdf = await readPdf(input.json)
  const changes = changesOf(pdf)
  const font = await theFont()
  const fontId = changes.next(5)
  let count = 0
  for (const { page, words: file } of input.pages) {
    const words = await placesIn(file)
    const view = viewOf(pdf, page)
    const toPoint = ([x, y]: Point): Point => {
      const [left, bottom] = toPage(view, { x0: x, y0: y, x1: x, y1: y })
      return [left, bottom]
    }
    const text = hiddenWords(words, toPoint, font)
    if (text === '') continue
    count += words.length
    drawOver({ pdf, changes }, view, text, { [`/${FONT}`]: `${fontId} 0 R` })
  }
  changes.add(font.objects(fontId, 'blank'))
  await changes.write(input.to)
  return count
}
