import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DocumentRefused, type PdfTools } from '../../../ports/documents.ts'
import type { DocumentWorker } from '../../document-worker/document-worker.ts'
import type { OutlineEntry } from '../../pdf/outline.ts'
import { damagedPdf, lockedPdf } from '../../pdf/refusals.ts'
import type { Programs } from '../../programs/programs.ts'
import { blame } from '../pages.ts'
import type { Qpdf } from './qpdf.ts'
import { bookmarks, grafted } from './steps.ts'

const TEXT_SECONDS = 120
const DOCX_SECONDS = 300
const MOST_DOCX_PAGES = 2000

/** Text out of a file, and several files into one. */
export function joining(
  programs: Programs,
  worker: DocumentWorker,
  qpdf: Qpdf,
): Pick<PdfTools, 'text' | 'docx' | 'merge'> {
  return {
    async text(path, to, { signal } = {}) {
      const options = { folder: dirname(to), seconds: TEXT_SECONDS, fileMb: 512, signal }
      const ran = await programs.run('pdftotext', ['-enc', 'UTF-8', path, to], options).catch(error => {
        throw blame(error, signal)
      })
      if (ran.code !== 0) throw /Incorrect password/i.test(ran.stderr) ? lockedPdf() : damagedPdf()
      if ((await stat(to)).size < 4096 && (await readFile(to, 'utf8')).trim() === '')
        throw new DocumentRefused('unable', {
          en: 'The PDF file has no text, only pictures of pages.',
          ru: 'В файле PDF нет текста, только картинки страниц.',
        })
    },
    async docx(path, to, { signal, progress } = {}) {
      const folder = dirname(to)
      const layout = join(folder, 'layout.xhtml')
      const args = ['-bbox-layout', '-enc', 'UTF-8', '-l', `${MOST_DOCX_PAGES}`, path, layout]
      const ran = await programs
        .run('pdftotext', args, { folder, seconds: TEXT_SECONDS, fileMb: 256, signal })
        .catch(error => {
          throw blame(error, signal)
        })
      if (ran.code !== 0) throw /Incorrect password/i.test(ran.stderr) ? lockedPdf() : damagedPdf()
      const made = await worker.ask(
        'writeDocx',
        { path, layout, to },
        { seconds: DOCX_SECONDS, signal, progress, folder },
      )
      return made as Record<string, unknown>
    },
    async merge(parts, folder, { signal } = {}) {
      const [joined, out] = [join(folder, 'joined.pdf'), join(folder, 'assembled.pdf')]
      const list = parts.flatMap(part => [part.path, '1-z'])
      await qpdf(['--empty', '--pages', ...list, '--', joined], folder, signal)
      const on = (path: string, pages: number) => {
        const source = { path, pages, encrypted: false }
        return { qpdf, worker, source, folder, bounds: { signal } }
      }
      const entries: OutlineEntry[] = []
      let page = 1
      for (const part of parts) {
        const kids = await bookmarks(on(part.path, part.pages), page)
        entries.push({ title: `u:${part.title}`, page, kids })
        page += part.pages
      }
      const changes = await grafted(on(joined, page - 1), entries)
      // Each under a name of its own: two files may have attached the same one.
      const attached = parts.flatMap(({ path }, n) => ['--copy-attachments-from', path, `--prefix=${n + 1}-`, '--'])
      await qpdf([joined, ...changes, ...attached, '--object-streams=generate', out], folder, signal)
      return out
    },
  }
}
