import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ReadingFailed } from '../../../ports/reader.ts'
import type { Desk } from '../desk.ts'
import { runProgram } from '../programs.ts'
import type { Ocr, Tools } from '../tools.ts'
import { type Lay, layOf, straightened } from './straighten.ts'
import { fromTable, type Seen } from './words.ts'

/** Text from a picture of a page, by the engine that this machine has. */

const PAGE = { memoryMb: 1536, cpuSeconds: 45, wallMs: 75_000, outputBytes: 32 * 1024 * 1024 }
const POOR = 65

const isPoor = ({ confidence }: Seen) => confidence < POOR

export async function recognise(picture: string, desk: Desk): Promise<Seen> {
  const found = await layOf(picture)
  const upright = found.sideways ? await turned(picture, (await uprightTurn(picture, desk)) || 90, desk) : picture
  const lay = found.sideways ? await layOf(upright) : found
  const seen = await look(await straightened(upright, lay, desk), lay, desk)
  // Scraps of a picture without lines are not worth another look.
  if (!isPoor(seen) || (!lay.lined && seen.total < 8)) return seen
  const over = found.sideways ? 180 : await uprightTurn(picture, desk)
  const again = over === 0 ? seen : await lookTurned(upright, over, desk)
  const better = again.sure > seen.sure ? again : seen
  return lay.lined && isPoor(better) ? lookThroughNoise(upright, lay, better, desk) : better
}

async function lookTurned(picture: string, degrees: number, desk: Desk): Promise<Seen> {
  const other = await turned(picture, degrees, desk)
  const lay = await layOf(other)
  return look(await straightened(other, lay, desk), lay, desk)
}

async function turned(picture: string, degrees: number, desk: Desk): Promise<string> {
  const { default: sharp } = await import('sharp')
  const target = join(desk.folder, `turned-${degrees}.png`)
  await sharp(picture).rotate(degrees).png({ compressionLevel: 1 }).toFile(target)
  return target
}

/** There are lines, and hardly a word of them is seen: grains of dust and light are smoothed away. */
async function lookThroughNoise(picture: string, lay: Lay, before: Seen, desk: Desk): Promise<Seen> {
  const { default: sharp } = await import('sharp')
  const smooth = join(desk.folder, 'smooth.png')
  const straight = await straightened(picture, lay, desk)
  await sharp(straight).greyscale().median(3).blur(1).png({ compressionLevel: 1 }).toFile(smooth)
  const seen = await look(smooth, { ...lay, shaded: true }, desk)
  return seen.sure > before.sure ? seen : before
}

async function look(picture: string, { shaded }: Lay, desk: Desk): Promise<Seen> {
  const { ocr, tesseract } = desk.tools
  if (ocr.engine === 'tesseract') return native(tesseract!, picture, ocr, shaded)
  return ocr.engine === 'tesseract.js' ? inJavascript(picture, desk) : fromTable('')
}

/** What is ink is decided for the page as a whole; where the light is uneven, for each place by itself (Sauvola). */
const BY_PLACE = ['-c', 'thresholding_method=2']

async function native(program: string, picture: string, ocr: Ocr, shaded: boolean): Promise<Seen> {
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
function inJavascript(picture: string, { tools: { ocr }, folder }: Desk): Promise<Seen> {
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
