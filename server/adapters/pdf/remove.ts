import type { RedactBox } from '../../ports/documents.ts'
import { type Dict, inherited, type Pdf, readPdf, toPage, type Value, viewOf } from './model.ts'
import { type Engine, theEngine } from './pdfium.ts'

/**
 * Takes the letters under boxes out of pages that stay text. Only where nothing but letters lies there, and nothing on the
 * page could tell them in another way; every other page is left as it is, to become a picture.
 */

type Rect = [number, number, number, number]

const [TEXT, PATH] = [1, 2]
/** Nearer than this it touches. */
const NEAR = 1.5
const MOST_OBJECTS = 50_000

export async function removeText(input: {
  path: string
  json: string
  boxes: RedactBox[]
  to: string
}): Promise<number[]> {
  const pdf = await readPdf(input.json)
  const engine = await theEngine()
  const document = await engine.open(input.path)
  if (!document) return []
  const { pdfium } = engine
  const done: number[] = []
  for (const number of new Set(input.boxes.map(box => box.page))) {
    if (!isPlain(pdf, number)) continue
    const view = viewOf(pdf, number)
    const rects = input.boxes.filter(box => box.page === number).map(box => toPage(view, box))
    const page = pdfium.FPDF_LoadPage(document, number - 1)
    if (page && onlyLetters(engine, page, rects) && rects.every(rect => removeUnder(engine, page, rect)))
      if (pdfium.FPDFPage_GenerateContent(page)) done.push(number)
    if (page) pdfium.FPDF_ClosePage(page)
  }
  if (done.length > 0) await engine.save(document, input.to)
  engine.close(document)
  return done
}

function removeUnder({ pdfium, floats, free }: Engine, page: number, [x0, y0, x1, y1]: Rect): boolean {
  const at = floats([x0, y1, x1, y0])
  pdfium.EPDFText_RedactInRect(page, at, true, false)
  free(at)
  return true
}

/** Nothing among what the page draws with could hold letters that are not letters of the page itself. */
function isPlain(pdf: Pdf, page: number): boolean {
  const { dict } = viewOf(pdf, page)
  if (dict['/UserUnit'] !== undefined) return false
  const resources = pdf.dict(inherited(pdf, dict, '/Resources'))
  const all = (key: string): Value[] => Object.values(pdf.dict(resources[key]))
  if (all('/Pattern').length > 0 || all('/Shading').length > 0) return false
  if (all('/Properties').some(value => hasAlternateText(pdf.dict(value)))) return false
  const masked = (state: Dict) => state['/SMask'] !== undefined && pdf.resolve(state['/SMask']) !== '/None'
  if (all('/ExtGState').some(value => masked(pdf.dict(value)))) return false
  if (all('/Font').some(value => pdf.dict(value)['/Subtype'] === '/Type3')) return false
  return all('/XObject').every(value => pdf.dict(value)['/Subtype'] === '/Image')
}

const OTHERWISE = ['ActualText', 'Alt', 'E']
const hasAlternateText = (dict: Dict) => OTHERWISE.some(key => dict[`/${key}`] !== undefined)

/** Of all that is drawn only letters touch the boxes; and nothing is said in place of letters anywhere. */
function onlyLetters(engine: Engine, page: number, rects: Rect[]): boolean {
  const { pdfium, bytes, free } = engine
  const count = pdfium.FPDFPage_CountObjects(page)
  if (count > MOST_OBJECTS) return false
  const at = bytes(16)
  const edge = (n: number) => pdfium.pdfium.getValue(at + n * 4, 'float')
  let clear = true
  for (let n = 0; n < count && clear; n++) {
    const object = pdfium.FPDFPage_GetObject(page, n)
    const type = pdfium.FPDFPageObj_GetType(object)
    clear = !saysOtherwise(engine, object)
    if (type === TEXT || !clear) continue
    // What has no bounds could be anywhere.
    clear = pdfium.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)
    const bounds: Rect = [edge(0), edge(1), edge(2), edge(3)]
    clear &&= rects.every(rect => !touches(bounds, rect) || (type === PATH && isHarmless(engine, object, bounds, rect)))
  }
  free(at)
  return clear
}

const touches = (a: Rect, b: Rect) =>
  a[0] < b[2] + NEAR && a[2] > b[0] - NEAR && a[1] < b[3] + NEAR && a[3] > b[1] - NEAR

/** The paper behind it all: a rectangle that is larger than the box on every side. */
const isHarmless = ({ pdfium }: Engine, path: number, bounds: Rect, rect: Rect) =>
  pdfium.FPDFPath_CountSegments(path) <= 5 &&
  bounds[0] < rect[0] - NEAR &&
  bounds[1] < rect[1] - NEAR &&
  bounds[2] > rect[2] + NEAR &&
  bounds[3] > rect[3] + NEAR

function saysOtherwise({ pdfium, bytes, free }: Engine, object: number): boolean {
  const marks = pdfium.FPDFPageObj_CountMarks(object)
  if (marks <= 0) return false
  const [length, key] = [bytes(4), bytes(256)]
  let says = false
  for (let n = 0; n < marks; n++) {
    const mark = pdfium.FPDFPageObj_GetMark(object, n)
    const count = pdfium.FPDFPageObjMark_CountParams(mark)
    for (let at = 0; at < count; at++) {
      const hasLength = pdfium.FPDFPageObjMark_GetParamKey(mark, at, key, 256, length)
      // A key that is too long to be told could be any.
      says ||= !hasLength || OTHERWISE.includes(pdfium.pdfium.UTF16ToString(key))
    }
  }
  free(length)
  free(key)
  return says
}
