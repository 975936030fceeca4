import { rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DocumentRefused, type PdfTools } from '../../ports/documents.ts'
import { ProgramEnded, type Programs } from '../programs/programs.ts'

const DRAW_SECONDS = 20

export const damagedPdf = () =>
  new DocumentRefused('damaged', {
    en: 'The PDF file is damaged and could not be repaired.',
    ru: 'Файл PDF повреждён, и починить его не удалось.',
  })

export const tooHeavy = () =>
  new DocumentRefused('too_heavy', {
    en: 'The file is too heavy: working on it takes more time or memory than it may.',
    ru: 'Файл слишком тяжёлый: работа с ним занимает больше времени или памяти, чем можно.',
  })

export const lockedPdf = () =>
  new DocumentRefused('locked', {
    en: 'The PDF file has a password. Give the right one in `password`.',
    ru: 'Файл PDF защищён паролем. Укажите верный в поле `password`.',
  })

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
