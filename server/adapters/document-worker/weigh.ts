import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import yauzl from 'yauzl'
import { DocumentRefused, type OfficeExtra } from '../../ports/documents.ts'

/** More than any office program opens here within its limits. */
const MOST_BYTES = 512 * 1024 * 1024
/** Texts shrink to a tenth or a thirtieth; what shrinks to a thousandth was made to swell. */
const SUSPICIOUS_BYTES = 64 * 1024 * 1024
const SUSPICIOUS_TIMES = 200

/** By the names of the parts: those of Microsoft, and of Open Document, whose remarks stand in the text itself. */
const PARTS: [OfficeExtra, RegExp][] = [
  ['comments', /^(word|xl|ppt)\/(threaded)?comments\d{0,9}(\.xml$|\/)/i],
  ['macros', /(^|\/)vbaProject\.bin$|^Basic\/./i],
  ['notes', /^ppt\/notesSlides\/notesSlide\d{1,9}\.xml$/],
  ['embedded', /^(word|xl|ppt)\/embeddings\/.|^ppt\/media\/[^/]{1,200}\.(mp4|m4a|mp3|wav|mov|avi|wmv|wma)$/i],
]

/**
 * How large the parts of a package say they are: what would swell beyond measure is not even opened. Torn ones are not our matter.
 * Answers what stands in it beside its text.
 */
export async function weighPackage(input: { path: string }): Promise<OfficeExtra[]> {
  const open = promisify(yauzl.open) as (path: string, options: yauzl.Options) => Promise<yauzl.ZipFile>
  const archive = await open(input.path, { lazyEntries: false, validateEntrySizes: true, decodeStrings: false }).catch(
    () => undefined,
  )
  if (!archive) return []
  const found = new Set<OfficeExtra>()
  let total = 0
  await new Promise<void>(done => {
    archive.on('entry', (entry: yauzl.Entry) => {
      total += entry.uncompressedSize
      const name = String(entry.fileName)
      for (const [what, part] of PARTS) if (part.test(name)) found.add(what)
    })
    archive.on('end', done)
    archive.on('error', () => done())
  })
  const { size } = await stat(input.path)
  if (total > MOST_BYTES || (total > SUSPICIOUS_BYTES && total > size * SUSPICIOUS_TIMES))
    throw new DocumentRefused('too_heavy', {
      en: 'The document is too heavy: unpacked it would be many times its size.',
      ru: 'Документ слишком тяжёлый: в распакованном виде он во много раз больше.',
    })
  return [...found]
}
