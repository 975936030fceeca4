import { dirname } from 'node:path'
import type { Ability, Documents, OfficeExtra } from '../../ports/documents.ts'
import type { Reader } from '../../ports/reader.ts'
import { documentWorker } from '../document-worker/document-worker.ts'
import { warmOffice } from '../office/warm.ts'
import { openMade } from '../pool/made-files.ts'
import type { Sandbox } from '../pool/sandbox.ts'
import { programsIn } from '../programs/programs.ts'
import { heicDecoder, readable } from './heic.ts'
import { mediaTools } from './media.ts'
import { coverDrawer, pageDrawer } from './pages.ts'
import { picturePages } from './pdf/pictures.ts'
import { qpdfIn } from './pdf/qpdf.ts'
import { pdfTools } from './pdf/tools.ts'

const PROGRAM: Record<Exclude<Ability, 'heic'>, string> = {
  pdf: 'qpdf',
  pages: 'pdftoppm',
  office: 'soffice',
  media: 'ffmpeg',
}

/** Formats that are archives of parts. */
const PACKED = /^(do[ct]|xl[st]|p[po][st])[xm]$|^o(tt|d[tsp])$|^vsdx$/

/** The programs of this machine and our own children, each where it is best. */
export function documentTools(
  sandbox: Sandbox,
  searchPath: string,
  reader: Pick<Reader, 'scanned' | 'words'>,
): Documents {
  const programs = programsIn(searchPath, sandbox)
  const worker = documentWorker(sandbox)
  const office = warmOffice(programs, sandbox)
  const draw = pageDrawer(programs)
  return {
    withFolder: sandbox.withFolder,
    openMade,
    has: async ability =>
      (await (ability === 'heic' ? heicDecoder(programs) : programs.find(PROGRAM[ability]))) !== undefined,
    pdf: { draw, drawCover: coverDrawer(draw, worker), ...pdfTools(programs, worker, reader) },
    office: {
      async convert(path, { from, format, to }, bounds = {}) {
        const { signal } = bounds
        const weighed = PACKED.test(from) && (await worker.ask('weighPackage', { path }, { seconds: 20, signal }))
        await office.convert(path, { from, format, to }, bounds)
        return weighed ? (weighed as OfficeExtra[]) : []
      },
      async sheets(path, from, folder, bounds = {}) {
        if (PACKED.test(from)) await worker.ask('weighPackage', { path }, { seconds: 20, signal: bounds.signal })
        return office.sheets(path, from, folder, bounds)
      },
    },
    pictures: {
      preview: (path, { mime, size, to }, { signal } = {}) =>
        readable(programs, { path, mime, signal }, async (source, kind) => {
          await worker.ask('previewPicture', { path: source, mime: kind, size, to }, { seconds: 30, signal })
        }),
      convert: (path, { mime, format, to, size }, { signal } = {}) =>
        readable(programs, { path, mime, signal }, async (source, kind) => {
          const asked = { path: source, mime: kind, format, to, size }
          return (await worker.ask('convertPicture', asked, { seconds: 120, signal })) as string[]
        }),
      page: (path, mime, to, { signal, progress, words = false } = {}) =>
        readable(programs, { path, mime, signal }, (source, kind) =>
          picturePages(
            { programs, qpdf: qpdfIn(programs), worker, reader },
            { path: source, mime: kind, to, words, signal, progress },
          ),
        ),
    },
    media: mediaTools(programs),
    async cells(path, mime, to, { signal } = {}) {
      await worker.ask('writeSheets', { path, mime, to }, { seconds: 30, signal })
    },
    async page(path, mime, to, { signal } = {}) {
      const made = await worker.ask('writeHtmlPage', { path, mime, to }, { seconds: 60, signal })
      return made as { lost_pictures: number; attachments: number }
    },
    async firstPage(page, to, { signal } = {}) {
      await worker.ask('drawFirstPage', { ...page, to }, { seconds: 20, signal })
    },
    async pack(files, to, { signal } = {}) {
      await worker.ask('packFiles', { files, to }, { seconds: 120, signal, folder: dirname(to) })
    },
    async close() {
      await worker.close()
      await office.close()
    },
  }
}
