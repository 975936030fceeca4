/** Pictures as the pages of a PDF, byte for byte as they are. */

export interface ScannedSheet {
  jpeg: Blob
  width: number
  height: number
}

/** Long side of a page, in points: that of A4. */
const LONG = 842

export function pdfOf(sheets: ScannedSheet[]): Blob {
  const parts: (string | Blob)[] = []
  const offsets: number[] = []
  let length = 0
  const put = (part: string | Blob) => {
    parts.push(part)
    length += typeof part === 'string' ? part.length : part.size
  }
  const object = (dictionary: string, stream?: string | Blob) => {
    offsets.push(length)
    put(`${offsets.length} 0 obj\n${dictionary}\n`)
    if (stream !== undefined) {
      put('stream\n')
      put(stream)
      put('\nendstream\n')
    }
    put('endobj\n')
  }
  put('%PDF-1.4\n')
  object('<< /Type /Catalog /Pages 2 0 R >>')
  const pages = sheets.map((_, at) => 3 + at * 3)
  object(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map(id => `${id} 0 R`).join(' ')}] >>`)
  for (const [at, { jpeg, width, height }] of sheets.entries()) {
    const scale = LONG / Math.max(width, height)
    const [wide, high] = [(width * scale).toFixed(2), (height * scale).toFixed(2)]
    const id = pages[at]!
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents ${id + 1} 0 R /Resources << /XObject << /Sheet ${id + 2} 0 R >> >> >>`,
    )
    const drawing = `q ${wide} 0 0 ${high} 0 0 cm /Sheet Do Q`
    object(`<< /Length ${drawing.length} >>`, drawing)
    object(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.size} >>`,
      jpeg,
    )
  }
  const table = length
  const lines = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  put(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${lines}`)
  put(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}
