import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { damagedPdf } from '../../pdf/refusals.ts'
import type { PageSize } from '../../pdf/words.ts'
import type { Programs, RunOptions } from '../../programs/programs.ts'
import { blame } from '../pages.ts'
import type { PdfStepWork } from './steps.ts'

/** What several operations ask of the programs: a page drawn, its words, the file without its lock. */

export type Machine = PdfStepWork & { programs: Programs }

const DPI = 200
const MOST_PIXELS = 6000
const SECONDS = 30

type Limits = Pick<Partial<RunOptions>, 'seconds' | 'fileMb'>

export async function unlocked<W extends PdfStepWork>(on: W): Promise<W> {
  if (!on.source.encrypted) return on
  const path = join(on.folder, 'plain.pdf')
  const open = on.source.password ? [`--password=${on.source.password}`] : []
  await on.qpdf([...open, on.source.path, '--decrypt', path], on.folder, on.bounds.signal)
  return { ...on, source: { ...on.source, path, password: undefined, encrypted: false } }
}

export async function run(on: Machine, name: string, args: string[], limits: Limits = {}): Promise<Buffer> {
  const options = {
    folder: on.folder,
    seconds: SECONDS,
    memoryMb: 1536,
    ...limits,
    printedBytes: 64 * 1024 * 1024,
    signal: on.bounds.signal,
  }
  const ran = await on.programs.run(name, args, options).catch(error => {
    throw blame(error, on.bounds.signal)
  })
  if (ran.code !== 0) throw damagedPdf()
  return ran.stdout
}

export const only = (page: number) => ['-f', `${page}`, '-l', `${page}`]

export async function draw(
  on: Machine,
  path: string,
  page: PageSize & { page: number },
  name: string,
): Promise<string> {
  const stem = join(on.folder, `${name}-${page.page}`)
  const scale = Math.min(MOST_PIXELS, Math.ceil((Math.max(page.width, page.height) / 72) * DPI))
  const args = ['-png', '-singlefile', '-cropbox', '-scale-to', `${scale}`, ...only(page.page), path, stem]
  await run(on, 'pdftoppm', args)
  return `${stem}.png`
}

export async function words(on: Machine, path: string, page: number, name = 'words'): Promise<string> {
  const to = join(on.folder, `${name}-${page}.xhtml`)
  await writeFile(to, await run(on, 'pdftotext', ['-bbox', '-cropbox', ...only(page), path, '-']))
  return to
}

const ALL_PAGES = { seconds: 120, fileMb: 512 }

/** The words of the first pages in one file. */
export async function allWords(on: Machine, pages: number, name: string): Promise<string> {
  const to = join(on.folder, `${name}.xhtml`)
  await run(on, 'pdftotext', ['-bbox', '-cropbox', '-l', `${pages}`, on.source.path, to], ALL_PAGES)
  return to
}
