import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Reading, TakesLong, type WordPlace } from '../../ports/reader.ts'
import { serve } from '../pool/child.ts'
import { complaint, type ReaderComplaint } from './complaint.ts'
import type { Desk } from './desk.ts'
import { extract, type ToExtract } from './extract.ts'
import { LIMITS } from './limits.ts'
import type { Tools } from './tools.ts'

/** Lives in a process of its own, with little memory and no secrets: what goes wrong here goes wrong alone. */

export interface ReaderRequest extends ToExtract {
  tools: Tools
  quick: boolean
  /** A folder for this child alone. */
  folder: string
  /** In place of the text: the numbers of scanned pages, or the words of one page with their places. */
  instead?: 'scanned' | { page: number }
}

export type ReaderReply = { scanned: number[] } | { places: WordPlace[] } | { reading: Reading } | ReaderComplaint

let files = 0

async function atDesk<T>(
  question: ReaderRequest,
  onProgress: (progress: [number, number]) => void,
  use: (desk: Desk) => Promise<T>,
): Promise<T> {
  const { tools, folder } = question
  const own = join(folder, `file-${++files}`)
  let made = false
  const desk = {
    tools,
    // Most files are read without a place to put things down.
    get folder() {
      if (!made) mkdirSync(own, { recursive: true })
      made = true
      return own
    },
    deadline: Date.now() + LIMITS.ocrMs,
    beginSlow(by?: 'office') {
      if (question.quick) throw new TakesLong(by === 'office')
    },
    progress: (done: number, total: number) => onProgress([done, total]),
    async nested(file: ToExtract): Promise<string> {
      const { nested: _none, ...plain } = desk
      const inner = join(desk.folder, `inner-${++files}`)
      mkdirSync(inner)
      return (await extract(file, { ...plain, folder: inner })).text
    },
  }
  try {
    return await use(desk)
  } finally {
    if (made) await rm(own, { recursive: true, force: true })
  }
}

async function answerTo(
  question: ReaderRequest,
  onProgress: (progress: [number, number]) => void,
): Promise<ReaderReply> {
  const { instead, path, kind } = question
  return atDesk<ReaderReply>(question, onProgress, async desk => {
    if (!instead) return { reading: await extract(question, desk) }
    if (desk.tools.ocr.engine === 'none') return instead === 'scanned' ? { scanned: [] } : { places: [] }
    const pdf = () => import('./formats/pdf.ts')
    if (instead === 'scanned') return { scanned: await (await pdf()).pagesToRecognise(path, desk) }
    if (kind === 'pdf') return { places: await (await pdf()).placesOnPage(path, instead.page, desk) }
    const { placesOnPicture } = await import('./formats/image.ts')
    return { places: await placesOnPicture(path, instead.page, desk) }
  })
}

serve(
  async (question: ReaderRequest, onProgress): Promise<ReaderReply> => {
    try {
      return await answerTo(question, onProgress)
    } catch (error) {
      return complaint(error)
    }
  },
  { grownMb: LIMITS.grownMb },
)
