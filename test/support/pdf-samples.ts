import sharp from 'sharp'
import { aPdf, type FileSpec, pageObject, pdfText } from './pdf.ts'
import { chance } from './secrets.ts'

/** Large files as they come: a long text with everything in it, and a scan. */

const WORDS = 'договор lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor'.split(' ').slice(1)

/** Pages of text with a bookmark for each, links across and a form field. */
export function aLongText(pages: number, links = pages * 6): Buffer<ArrayBuffer> {
  const file: FileSpec & { objects: string[] } = { objects: Array.from({ length: 1 + pages + links + 1 }, () => '') }
  const item = (n: number) => 6 + n
  file.objects[0] = `<< /Type /Outlines /First ${item(0)} 0 R /Last ${item(pages - 1)} 0 R /Count ${pages} >>`
  for (let n = 0; n < pages; n++)
    file.objects[1 + n] =
      `<< /Title ${pdfText(`Глава ${n + 1}`)} /Parent 5 0 R ${n > 0 ? `/Prev ${item(n - 1)} 0 R` : ''} ${n < pages - 1 ? `/Next ${item(n + 1)} 0 R` : ''} /Dest [${pageObject(file, n + 1)} 0 R /XYZ 0 800 0] >>`
  const annotations: number[][] = Array.from({ length: pages }, () => [])
  for (let n = 0; n < links; n++) {
    annotations[n % pages]!.push(item(pages) + n)
    const y = 100 + (n % 20) * 20
    file.objects[1 + pages + n] =
      `<< /Type /Annot /Subtype /Link /Rect [60 ${y} 200 ${y + 12}] /Border [0 0 0] /Dest [${pageObject(file, ((n * 7) % pages) + 1)} 0 R /Fit] >>`
  }
  const field = item(pages) + links
  file.objects[1 + pages + links] =
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (value) /Rect [60 60 200 80] /P ${pageObject(file, 2)} 0 R >>`
  annotations[1]?.push(field)
  file.catalog = `/Outlines 5 0 R /AcroForm << /Fields [${field} 0 R] /DA (/F1 12 Tf 0 g) /DR << /Font << /F1 3 0 R >> >> >>`
  const next = chance(7)
  const line = (page: number, n: number) =>
    `${page}.${n} ${Array.from({ length: 11 }, () => WORDS[Math.floor(next() * WORDS.length)]).join(' ')}`
  return aPdf(
    annotations.map((ids, n) => ({
      lines: Array.from({ length: 30 }, (_, at) => line(n + 1, at)),
      entries: `/Annots [${ids.map(id => `${id} 0 R`).join(' ')}]`,
    })),
    file,
  )
}

/** A4 at 250 dpi: grey paper, dark lines of letters, the noise of a scanner. */
export async function aScan(pages: number): Promise<Buffer<ArrayBuffer>> {
  const [width, height] = [2067, 2923]
  const pictures: Buffer[] = []
  for (let page = 0; page < pages; page++) {
    const next = chance(page + 1)
    const lines = Array.from({ length: 45 }, (_, n) => {
      const words = Array.from({ length: 9 }, () => WORDS[Math.floor(next() * WORDS.length)]).join(' ')
      return `<text x="190" y="${240 + n * 56}" font-size="40" font-family="serif">${words}</text>`
    })
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f2efe6"/>${lines.join('')}</svg>`
    const noise = await sharp({
      create: {
        width: 689,
        height: 975,
        channels: 3,
        background: 'grey',
        noise: { type: 'gaussian', mean: 128, sigma: 12 },
      },
    })
      .resize(width, height)
      .png({ compressionLevel: 0 })
      .toBuffer()
    const jpeg = await sharp(Buffer.from(svg))
      .composite([{ input: noise, blend: 'soft-light' }])
      .removeAlpha()
      .jpeg({ quality: 88 })
      .toBuffer()
    const head = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`
    pictures.push(Buffer.concat([Buffer.from(head), jpeg, Buffer.from('\nendstream')]))
  }
  return aPdf(
    pictures.map((_, n) => ({ resources: `/XObject << /I ${5 + n} 0 R >>`, content: 'q 595 0 0 842 0 0 cm /I Do Q' })),
    { objects: pictures },
  )
}
