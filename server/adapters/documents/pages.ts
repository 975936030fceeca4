import { rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DocumentRefused, type PdfTools } from '../../ports/documents.ts'
import type { DocumentWorker } from '../document-worker/document-worker.ts'
import { damagedPdf, lockedPdf, tooHeavy } from '../pdf/refusals.ts'
import { ProgramEnded, type Programs } from '../programs/programs.ts'

const DRAW_SECONDS = 10

/** Ended by its limits: the file is at fault. Ended by us or from outside: nobody is. */
export function blame(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  return error instanceof ProgramEnded && error.why !== 'outside' ? tooHeavy() : error
}

export const pageDrawer =
  (programs: Programs): PdfTools['draw'] =>
  async (path, { page, size, format }, to, { signal } = {}) => {
    const stem = to.replace(/\.[^./]*$/, '')
    const args = [`-${format}`, '-singlefile', '-f', `${page}`, '-l', `${page}`, '-scale-to', `${size}`, '-cropbox']
    const ran = await programs
      .run('pdftoppm', [...args, path, stem], { folder: dirname(to), seconds: DRAW_SECONDS, fileMb: 256, signal })
      .catch(error => {
        throw blame(error, signal)
      })
    const made = `${stem}.${format === 'png' ? 'png' : 'jpg'}`
    if (ran.code !== 0 || !(await stat(made).catch(() => undefined)))
      throw /Incorrect password/i.test(ran.stderr) ? lockedPdf() : damagedPdf()
    if (made !== to) await rename(made, to)
  }

const FIRST_PAGES = 4

const nothing = () =>
  new DocumentRefused('unable', {
    en: 'There is nothing on the first pages to draw.',
    ru: 'На первых страницах нечего показать.',
  })

/** A white sheet tells nobody which file it is. */
export const coverDrawer =
  (draw: PdfTools['draw'], worker: DocumentWorker): PdfTools['drawCover'] =>
  async (path, picture, to, bounds = {}) => {
    for (let page = 1; page <= FIRST_PAGES; page++) {
      try {
        await draw(path, { ...picture, page }, to, bounds)
      } catch (error) {
        // There is no such page.
        if (page > 1 && error instanceof DocumentRefused && error.code === 'damaged') break
        throw error
      }
      if (!(await worker.ask('isBlank', { path: to }, { seconds: 20, signal: bounds.signal }))) return
    }
    throw nothing()
  }
