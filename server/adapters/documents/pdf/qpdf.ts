import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DocumentRefused } from '../../../ports/documents.ts'
import { damagedPdf, lockedPdf, tooHeavy } from '../../pdf/refusals.ts'
import type { Programs } from '../../programs/programs.ts'
import { blame } from '../pages.ts'

const SECONDS = 120
const MEMORY_MB = 1536
/** A JSON of a file with a hundred thousand objects has some fifty megabytes. */
const PRINTED = 256 * 1024 * 1024

/** Runs it with these arguments, which nobody else on the machine gets to see. Warnings are fine: it has repaired. */
export type Qpdf = (args: string[], folder: string, signal?: AbortSignal) => Promise<Buffer>

let calls = 0

export function qpdfIn(programs: Programs): Qpdf {
  return async (args, folder, signal) => {
    // Other users can read the arguments of a program, but not this file; passwords are among them.
    const list = join(folder, `qpdf-${++calls}.args`)
    await writeFile(list, `${args.join('\n')}\n`, { mode: 0o600 })
    if (!(await programs.find('qpdf')))
      throw new DocumentRefused('unable', {
        en: 'The program qpdf is not installed on this machine, so PDF files cannot be changed here.',
        ru: 'На этой машине нет программы qpdf, поэтому файлы PDF здесь не изменить.',
      })
    // The list hides them from the one who starts it.
    const reads = args.filter(argument => argument.startsWith('/'))
    const limits = { folder, reads, seconds: SECONDS, memoryMb: MEMORY_MB, fileMb: 4096, printedBytes: PRINTED, signal }
    const ran = await programs.run('qpdf', [`@${list}`], limits).catch(error => {
      throw blame(error, signal)
    })
    if (ran.code === 0 || ran.code === 3) return ran.stdout
    throw whyFailed(ran.stderr)
  }
}

function whyFailed(complaint: string): Error {
  if (/invalid password/i.test(complaint)) return lockedPdf()
  if (/bad_alloc|out of memory|File too large/i.test(complaint)) return tooHeavy()
  return damagedPdf()
}

/** Arguments of a file with a password. A line is an argument, so that no password may have one. */
export const opening = (path: string, password?: string): string[] =>
  password ? [`--password=${password.replace(/[\r\n]/g, '')}`, path] : [path]
