import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ReadingFailed } from '../../../ports/reader.ts'
import type { Desk } from '../desk.ts'
import { runProgram } from '../programs.ts'
import type { Ocr, Tools } from '../tools.ts'
import { straightened } from './straighten.ts'
import { fromTable, type Seen } from './words.ts'

/** Text from a picture of a page, by the engine that this machine has. */

const PAGE = { memoryMb: 1536, cpuSeconds: 45, wallMs: 75_000, outputBytes: 32 * 1024 * 1024 }
const POOR = 65

export async function recognise(picture: string, desk: Desk): Promise<Seen> {
  const seen = await look(await straightened(picture, desk), desk)
  if (seen.confidence >= POOR || seen.total < 8) return seen
  const turn = await uprightTurn(picture, desk)
  if (turn === 0) return seen
  const turned = join(desk.folder, 'turned.png')
  const { default: sharp } = await import('sharp')
  await sharp(picture).rotate(turn).png({ compressionLevel: 1 }).toFile(turned)
  const again = await look(await straightened(turned, desk), desk)
  return again.sure > seen.sure ? again : seen
}

async function look(picture: string, desk: Desk): Promise<Seen> {
  const { ocr, tesseract } = desk.tools
  if (ocr.engine === 'tesseract') return native(tesseract!, picture, ocr)
  return ocr.engine === 'tesseract.js' ? inJavascript(picture, desk) : fromTable('')
}

async function native(program: string, picture: string, ocr: Ocr): Promise<Seen> {
  const args = [picture, 'stdout', '--tessdata-dir', ocr.folder, '-l', ocr.languages, '--oem', '1', '--psm', '3', 'tsv']
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
