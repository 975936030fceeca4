/** PDF files written by hand, so that no engine under test has a hand in them. */

export interface PageSpec {
  /** Lines from the top, 14 points each apart from the next by 24. */
  lines?: string[]
  rotate?: number
  mediaBox?: [number, number, number, number]
  cropBox?: [number, number, number, number]
  /** More content operators, and more entries of the page's dictionary and resources. */
  content?: string
  entries?: string
  resources?: string
}

export interface FileSpec {
  /** More objects; each is named by its place: the first is `5 0 R`. */
  objects?: (string | Buffer)[]
  catalog?: string
  info?: string
}

const FIRST_EXTRA = 5
const hex = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
export const pdfText = hex

const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&')

export function streamOf(bytes: Buffer | string, entries = ''): Buffer {
  const body = Buffer.from(bytes)
  return Buffer.concat([
    Buffer.from(`<< /Length ${body.length} ${entries} >>\nstream\n`),
    body,
    Buffer.from('\nendstream'),
  ])
}

/** Page n is object `pageObject(spec, n)`, counted from 1. */
export const pageObject = (file: FileSpec, n: number) => FIRST_EXTRA + (file.objects?.length ?? 0) + (n - 1) * 2

export function aPdf(pages: PageSpec[], file: FileSpec = {}): Buffer<ArrayBuffer> {
  const extra = file.objects ?? []
  const objects: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${file.catalog ?? ''} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, n) => `${pageObject(file, n + 1)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< ${file.info ?? '/Producer (by hand)'} >>`,
    ...extra,
  ]
  for (const [n, page] of pages.entries()) {
    const box = page.mediaBox ?? [0, 0, 595, 842]
    const top = (page.cropBox ?? box)[3]
    const left = (page.cropBox ?? box)[0]
    const text = (page.lines ?? []).map(
      (line, at) => `1 0 0 1 ${left + 60} ${top - 80 - at * 24} Tm (${escaped(line)}) Tj`,
    )
    const content = `${text.length > 0 ? `BT /F1 14 Tf ${text.join('\n')} ET\n` : ''}${page.content ?? ''}`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box.join(' ')}] ${page.cropBox ? `/CropBox [${page.cropBox.join(' ')}]` : ''}
        ${page.rotate ? `/Rotate ${page.rotate}` : ''} /Contents ${pageObject(file, n + 1) + 1} 0 R
        /Resources << /Font << /F1 3 0 R >> ${page.resources ?? ''} >> ${page.entries ?? ''} >>`,
      streamOf(content),
    )
  }
  return assemble(objects)
}

function assemble(objects: (string | Buffer)[]): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const places: number[] = []
  let at = parts[0]!.length
  const add = (bytes: Buffer) => {
    parts.push(bytes)
    at += bytes.length
  }
  for (const [n, body] of objects.entries()) {
    places.push(at)
    add(Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), Buffer.from(body as string), Buffer.from('\nendobj\n')]))
  }
  const table = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const start = at
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.from(Buffer.concat(parts))
}

/** So many pages, each with words that no other page has. */
export const numberedPages = (count: number): PageSpec[] =>
  Array.from({ length: count }, (_, n) => ({ lines: [`Page number ${n + 1} of the report`, `unique word w${n + 1}x`] }))
