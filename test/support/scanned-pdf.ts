interface PdfPage {
  jpeg?: Buffer
  text?: string
  /** Lines and shapes, as a page describes them. */
  drawn?: string
  /** Where it is not as large as the others. */
  size?: [number, number]
  rotate?: number
}

/** The smallest PDF with these pages: a picture over the whole page, a line of Latin text, shapes, or nothing. */
export function pdfOf(pages: PdfPage[], size: [number, number] = [595, 842]): Buffer {
  const objects: Buffer[] = []
  const add = (body: string | Buffer) => objects.push(Buffer.from(body as string))
  const stream = (dictionary: string, data: Buffer) =>
    Buffer.concat([
      Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
      data,
      Buffer.from('\nendstream'),
    ])
  add('<< /Type /Catalog /Pages 2 0 R >>')
  // Three objects a page, after the catalogue, the tree and the font.
  const kids = pages.map((_, n) => `${4 + n * 3} 0 R`).join(' ')
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (const [n, { jpeg, text, drawn: shapes = '', size: own, rotate = 0 }] of pages.entries()) {
    const [width, height] = own ?? size
    const first = 4 + n * 3
    const resources = `/Font << /F 3 0 R >>${jpeg ? ` /XObject << /I ${first + 2} 0 R >>` : ''}`
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}]${rotate ? ` /Rotate ${rotate}` : ''} /Contents ${first + 1} 0 R /Resources << ${resources} >> >>`,
    )
    const drawn = [
      jpeg ? `q ${width} 0 0 ${height} 0 0 cm /I Do Q` : '',
      text ? `BT /F 14 Tf 60 ${height - 60} Td (${text}) Tj ET` : '',
      shapes,
    ]
    add(stream('', Buffer.from(drawn.join('\n'))))
    add(jpeg ? stream(picture(jpeg), jpeg) : 'null')
  }
  return joined(objects)
}

function picture(jpeg: Buffer): string {
  // The frame header tells height, width and the number of colours.
  let at = 2
  while (![0xc0, 0xc1, 0xc2].includes(jpeg[at + 1]!)) at += 2 + jpeg.readUInt16BE(at + 2)
  const colours = jpeg[at + 9] === 1 ? 'DeviceGray' : 'DeviceRGB'
  return `/Type /XObject /Subtype /Image /Width ${jpeg.readUInt16BE(at + 7)} /Height ${jpeg.readUInt16BE(at + 5)} /ColorSpace /${colours} /BitsPerComponent 8 /Filter /DCTDecode`
}

function joined(objects: Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const places: number[] = []
  let at = parts[0]!.length
  const put = (part: Buffer) => {
    parts.push(part)
    at += part.length
  }
  for (const [n, body] of objects.entries()) {
    places.push(at)
    put(Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]))
  }
  const table = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}
