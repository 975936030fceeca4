import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aPdf, numberedPages, pageObject, streamOf } from './pdf.ts'
import { aScan } from './pdf-samples.ts'

/** Files as they awkwardly are. Every page with letters has a word of its own, `w7x` on the seventh. */

export interface Awkward {
  name: string
  bytes: Buffer<ArrayBuffer>
  pages: number
  password?: string
  /** Its pages are pictures. */
  isScan?: boolean
  /** A word that must still be there when its page is. */
  word?: string
}

function through(bytes: Buffer, ...args: string[]): Buffer<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-corpus-'))
  const [from, to] = [join(folder, 'a.pdf'), join(folder, 'b.pdf')]
  writeFileSync(from, bytes)
  // It says with 3 that it has repaired.
  const { status, stderr } = spawnSync('qpdf', [from, ...args, to])
  if (status !== 0 && status !== 3) throw new Error(stderr.toString())
  const made = Buffer.from(readFileSync(to))
  rmSync(folder, { recursive: true })
  return made
}

function form(count: number): Buffer<ArrayBuffer> {
  const file = { objects: Array.from({ length: count * 2 }, () => '' as string | Buffer), catalog: '' }
  for (let n = 0; n < count; n++) {
    file.objects[n * 2] = streamOf(
      `/Tx BMC BT /F1 12 Tf 2 4 Td (answer${n + 1}) Tj ET EMC`,
      '/Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 3 0 R >> >>',
    )
    file.objects[n * 2 + 1] =
      `<< /Type /Annot /Subtype /Widget /FT /Tx /F 4 /T (field${n + 1}) /V (answer${n + 1}) /DA (/F1 12 Tf 0 g) /Rect [60 60 260 80] /P ${pageObject(file, n + 1)} 0 R /AP << /N ${5 + n * 2} 0 R >> >>`
  }
  const fields = Array.from({ length: count }, (_, n) => `${6 + n * 2} 0 R`)
  file.catalog = `/AcroForm << /Fields [${fields.join(' ')}] /DA (/F1 12 Tf 0 g) /DR << /Font << /F1 3 0 R >> >> >>`
  return aPdf(
    numberedPages(count).map((page, n) => ({ ...page, entries: `/Annots [${fields[n]}]` })),
    file,
  )
}

/** Hebrew from right to left: letters of a plain font that say that they are others. */
function fromTheRight(count: number): Buffer<ArrayBuffer> {
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Right def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
1 beginbfrange <61> <7a> <05d0> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end`
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 5 0 R >>'
  const content = 'BT /R 20 Tf 1 0 0 1 300 500 Tm (edcba) Tj ET'
  const pages = numberedPages(count).map(page => ({ ...page, content }))
  const made = aPdf(pages, { objects: [streamOf(map), font] }).toString('latin1')
  // The second font has to be named beside the first; qpdf puts the places right again.
  return through(Buffer.from(made.replaceAll('/F1 3 0 R >>', '/F1 3 0 R /R 6 0 R >>'), 'latin1'))
}

const HEBREW = 'אבגדה'

export async function awkwardFiles(pagesOfTheLongOne = 1000): Promise<Awkward[]> {
  const plain = aPdf(numberedPages(5))
  const torn = plain.toString('latin1').replace(/startxref\n\d+/, 'startxref\n99999')
  const box: [number, number, number, number] = [40, 300, 500, 800]
  return [
    { name: 'long', bytes: aPdf(numberedPages(pagesOfTheLongOne)), pages: pagesOfTheLongOne },
    { name: 'linearised', bytes: through(plain, '--linearize'), pages: 5 },
    { name: 'packed', bytes: through(plain, '--object-streams=generate'), pages: 5 },
    { name: 'torn', bytes: Buffer.from(torn, 'latin1'), pages: 5 },
    {
      name: 'turned',
      bytes: aPdf(numberedPages(4).map((page, n) => ({ ...page, rotate: ((n + 1) * 90) % 360 }))),
      pages: 4,
    },
    { name: 'cropped', bytes: aPdf(numberedPages(4).map(page => ({ ...page, cropBox: box }))), pages: 4 },
    {
      name: 'locked',
      bytes: through(plain, '--encrypt', 'пароль', 'пароль', '256', '--'),
      pages: 5,
      password: 'пароль',
    },
    { name: 'form', bytes: form(4), pages: 4, word: 'answer3' },
    { name: 'scanned', bytes: await aScan(3), pages: 3, isScan: true },
    { name: 'from the right', bytes: fromTheRight(4), pages: 4, word: HEBREW },
  ]
}
