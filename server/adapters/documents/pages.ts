import { rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { PdfTools } from '../../ports/documents.ts'
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
