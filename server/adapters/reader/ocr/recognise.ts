import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ReadingFailed, type WordPlace } from '../../../ports/reader.ts'
import type { Desk } from '../desk.ts'
import { runProgram } from '../programs.ts'
import type { Ocr, Tools } from '../tools.ts'
import { type Lay, layOf, type SheetCorners, sheetOf, straightened, turned } from './straighten.ts'
import { fromTable, type RecognisedWord } from './words.ts'

/** Text from a picture of a page, by the engine that this machine has. */

const PAGE = { memoryMb: 1536, cpuSeconds: 45, wallMs: 75_000, outputBytes: 32 * 1024 * 1024 }
const POOR = 65

const isPoor = ({ confidence }: RecognisedWord) => confidence < POOR

/** Text with the places of its words, from the lower left corner of each along its line. */
export interface Recognised extends RecognisedWord {
  places: WordPlace[]
}

export async function recognise(picture: string, desk: Desk): Promise<Recognised> {
  const whole = await sheetOf(picture)
  const found = await layOf(picture)
  const upright = found.sideways ? await turnedBy(whole, (await uprightTurn(picture, desk)) || 90, desk) : whole
  const lay = found.sideways ? await layOf(upright.path) : found
  const seen = await look(await straightened(upright, lay, desk), lay, desk)
  // Scraps of a picture without lines are not worth another look.
  if (!isPoor(seen) || (!lay.lined && seen.total < 8)) return seen
  const over = found.sideways ? 180 : await uprightTurn(picture, desk)
  const again = over === 0 ? seen : await lookTurned(upright, over, desk)
  const better = again.sure > seen.sure ? again : seen
  return lay.lined && isPoor(better) ? lookThroughNoise(upright, lay, better, desk) : better
}

const turnedBy = (sheet: SheetCorners, degrees: number, desk: Desk) =>
  turned(sheet, degrees, join(desk.folder, `turned-${degrees}.png`))

async function lookTurned(sheet: SheetCorners, degrees: number, desk: Desk): Promise<Recognised> {
  const other = await turnedBy(sheet, degrees, desk)
  const lay = await layOf(other.path)
  return look(await straightened(other, lay, desk), lay, desk)
}

/** There are lines, and hardly a word of them is seen: grains of dust and light are smoothed away. */
async function lookThroughNoise(sheet: SheetCorners, lay: Lay, before: Recognised, desk: Desk): Promise<Recognised> {
  const { default: sharp } = await import('sharp')
  const smooth = join(desk.folder, 'smooth.png')
  const straight = await straightened(sheet, lay, desk)
  await sharp(straight.path).greyscale().median(3).blur(1).png({ compressionLevel: 1 }).toFile(smooth)
  const seen = await look({ ...straight, path: smooth }, { ...lay, shaded: true }, desk)
  return seen.sure > before.sure ? seen : before
}

async function look(sheet: SheetCorners, { shaded }: Lay, desk: Desk): Promise<Recognised> {
  const { ocr, tesseract } = desk.tools
  const seen = await (ocr.engine === 'tesseract'
    ? native(tesseract!, sheet.path, ocr, shaded)
    : ocr.engine === 'tesseract.js'
      ? inJavascript(sheet.path, desk)
      : fromTable(''))
  const places = seen.words.map(({ text, line, left, right, top, bottom }) => ({
    text,
    line,
    foot: sheet.back([left, bottom]),
    end: sheet.back([right, bottom]),
    head: sheet.back([left, top]),
  }))
  return { ...seen, places }
}

/** What is ink is decided for the page as a whole; where the light is uneven, for each place by itself (Sauvola). */
const BY_PLACE = ['-c', 'thresholding_method=2']

async function native(program: string, picture: string, ocr: Ocr, shaded: boolean): Promise<RecognisedWord> {
  const how = [
    '--tessdata-dir',
    ocr.folder,
    '-l',
    ocr.languages,
    '--oem',
    '1',
    '--psm',
    '3',
    ...(shaded ? BY_PLACE : []),
  ]
  const args = [picture, 'stdout', ...how, 'tsv']
  try {
    const { code, stdout } = await runProgram(program, args, { limits: PAGE })
    return fromTable(code === 0 ? stdout.toString('utf8') : '')
  } catch (error) {
    // Foliage and gravel look like letters without end: a picture that takes too long has no text that could be used.
    if (error instanceof ReadingFailed) return fromTable('')
    throw error
  }
}

/** By how many degrees a page that lies on its side or stands on its head must be turned. */
async function uprightTurn(picture: string, { tools }: { tools: Tools }): Promise<number> {
  if (!tools.tesseract || !tools.ocr.orientation) return 0
  const args = [picture, 'stdout', '--tessdata-dir', tools.ocr.folder, '-l', 'osd', '--psm', '0']
  const { code, stdout } = await runProgram(tools.tesseract, args, { limits: PAGE })
  const said = stdout.toString('utf8')
  const turn = Number(/^Rotate:\s*(\d+)/m.exec(said)?.[1] ?? 0)
  const sure = Number(/^Orientation confidence:\s*([\d.]+)/m.exec(said)?.[1] ?? 0)
  return code === 0 && sure >= 1 ? turn : 0
}

interface JavascriptWorker {
  recognize(path: string, options: object, output: object): Promise<{ data: { tsv: string | null } }>
}
let worker: Promise<JavascriptWorker> | undefined

/** One engine a child, made at the first picture; it goes when the child goes. */
function inJavascript(picture: string, { tools: { ocr }, folder }: Desk): Promise<RecognisedWord> {
  worker ??= createJavascriptWorker(ocr, join(folder, 'tessdata')).catch(error => {
    worker = undefined
    throw error
  })
  return worker
    .then(made => made.recognize(picture, {}, { tsv: true, text: false }))
    .then(({ data }) => fromTable(data.tsv ?? ''))
}

/** It wants the data of all languages in one folder, and reads it once: nothing is fetched or kept. */
async function createJavascriptWorker(ocr: Ocr, folder: string): Promise<JavascriptWorker> {
  const { createWorker, OEM } = await import('tesseract.js')
  await mkdir(folder)
  for (const { code, path } of ocr.files) {
    const bytes = await readFile(path)
    await writeFile(join(folder, `${code}.traineddata`), path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  }
  const options = { langPath: folder, gzip: false, cacheMethod: 'none', errorHandler: () => {} }
  return createWorker(ocr.languages.split('+'), OEM.LSTM_ONLY, options) as Promise<JavascriptWorker>
}
