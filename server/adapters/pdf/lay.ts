import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { DocumentRefused } from '../../ports/documents.ts'
import { openPicture } from '../pictures/pictures.ts'
import { stream } from './font.ts'
import { round } from './lettering.ts'
import { changesOf } from './model.ts'

/** Pictures on pages. */

const SHEET = { short: 595, long: 842 }
const MARGIN = 24
const MOST_PAGES = 200
/** Finer than any printer needs on such a sheet. */
const MOST_PIXELS = 3500

/** One sheet for each picture of the file, lying or standing as the picture does; `to` is JSON for qpdf. */
export async function layPictures(input: { path: string; mime: string; folder: string; to: string }): Promise<number> {
  const unreadable = () =>
    new DocumentRefused('damaged', {
      en: 'The picture is damaged, or its format is not known here.',
      ru: 'Картинка повреждена, или её формат здесь неизвестен.',
    })
  const facts = await (await openPicture(input.path, input.mime)).metadata().catch(() => {
    throw unreadable()
  })
  const count = input.mime === 'image/tiff' ? Math.min(facts.pages ?? 1, MOST_PAGES) : 1
  const changes = changesOf({ maxId: 2 })
  const kids: string[] = []
  for (let page = 0; page < count; page++) {
    const source = count > 1 ? sharp(input.path, { page, failOn: 'error' }) : await openPicture(input.path, input.mime)
    const upright = source.rotate().resize(MOST_PIXELS, MOST_PIXELS, { fit: 'inside', withoutEnlargement: true })
    const made = await upright
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: 88 })
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw unreadable()
      })
    const datafile = `${input.folder}/sheet-${page}.jpg`
    await writeFile(datafile, made.data)
    const { width, height } = made.info
    const sheet =
      width > height ? { width: SHEET.long, height: SHEET.short } : { width: SHEET.short, height: SHEET.long }
    const scale = Math.min((sheet.width - MARGIN * 2) / width, (sheet.height - MARGIN * 2) / height, 72 / 96)
    const [w, h] = [round(width * scale), round(height * scale)]
    const [x, y] = [round((sheet.width - w) / 2), round((sheet.height - h) / 2)]
    const id = changes.next(3)
    const image = {
      '/Type': '/XObject',
      '/Subtype': '/Image',
      '/Width': width,
      '/Height': height,
      '/ColorSpace': made.info.channels === 1 ? '/DeviceGray' : '/DeviceRGB',
      '/BitsPerComponent': 8,
      '/Filter': '/DCTDecode',
    }
    changes.setStream(`${id + 2} 0 R`, image, { datafile })
    changes.add({ [`obj:${id + 1} 0 R`]: stream(Buffer.from(`q ${w} 0 0 ${h} ${x} ${y} cm /Picture Do Q`)) })
    changes.set(`${id} 0 R`, {
      '/Type': '/Page',
      '/Parent': '2 0 R',
      '/MediaBox': [0, 0, sheet.width, sheet.height],
      '/Contents': `${id + 1} 0 R`,
      '/Resources': { '/XObject': { '/Picture': `${id + 2} 0 R` } },
    })
    kids.push(`${id} 0 R`)
  }
  changes.set('1 0 R', { '/Type': '/Catalog', '/Pages': '2 0 R' })
  changes.set('2 0 R', { '/Type': '/Pages', '/Kids': kids, '/Count': kids.length })
  changes.add({ trailer: { value: { '/Root': '1 0 R' } } })
  await changes.write(input.to, { pdfversion: '1.7' })
  return count
}
