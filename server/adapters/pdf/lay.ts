import { readFile, stat, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { DocumentRefused } from '../../ports/documents.ts'
import { openPicture } from '../pictures/pictures.ts'
import { stream } from './font.ts'
import { plainJpeg } from './jpeg.ts'
import { FONT, hiddenWords, placesIn } from './layer.ts'
import { round, theFont } from './lettering.ts'
import { changesOf, type Dict, type PdfChanges, type Value } from './model.ts'
import { pixelsOf } from './png.ts'

/** Pictures on pages: every pixel as it is, turned by the page and not by hand. */

const SHEET = { short: 595, long: 842 }
const MARGIN = 24
const MOST_PAGES = 200
const MOST_JPEG_BYTES = 256 * 1024 * 1024

const unreadable = () =>
  new DocumentRefused('damaged', {
    en: 'The picture is damaged, or its format is not known here.',
    ru: 'Картинка повреждена, или её формат здесь неизвестен.',
  })

export interface Source {
  path: string
  mime: string
  folder: string
}

/** How many pages the picture has. */
export async function countPictures({ path, mime }: { path: string; mime: string }): Promise<number> {
  const facts = await (await openPicture(path, mime)).metadata().catch(() => {
    throw unreadable()
  })
  return mime === 'image/tiff' ? Math.min(facts.pages ?? 1, MOST_PAGES) : 1
}

/**
 * One sheet for each picture of the file, lying or standing as the picture does; `to` is JSON for qpdf. `words` are files with
 * the places of the words of each.
 */
export async function layPictures(
  input: Source & { words: (string | undefined)[]; to: string },
  onProgress: (done: number) => void,
): Promise<number> {
  const count = await countPictures(input)
  const changes = changesOf({ maxId: 2 })
  const font = await theFont()
  const fontId = changes.next(5)
  const kids: string[] = []
  for (let page = 0; page < count; page++) {
    const laid = await layImage(changes, input, page, count).catch(error => {
      throw error instanceof DocumentRefused ? error : unreadable()
    })
    const place = placeOf(laid)
    const words = hiddenWords(
      await placesIn(input.words[page]),
      ([x, y]) => [place.x + x * place.width, place.y + (1 - y) * place.height],
      font,
    )
    const id = changes.next(2)
    const matrix = matrixOf(laid.orientation, place).map(round).join(' ')
    changes.add({ [`obj:${id + 1} 0 R`]: stream(Buffer.from(`q ${matrix} cm /Picture Do Q\n${words}`)) })
    changes.set(`${id} 0 R`, {
      '/Type': '/Page',
      '/Parent': '2 0 R',
      '/MediaBox': [0, 0, place.sheet.width, place.sheet.height],
      '/Contents': `${id + 1} 0 R`,
      '/Resources': {
        '/XObject': { '/Picture': laid.ref },
        ...(words === '' ? {} : { '/Font': { [`/${FONT}`]: `${fontId} 0 R` } }),
      },
    })
    kids.push(`${id} 0 R`)
    onProgress((page + 1) / count)
  }
  changes.add(font.objects(fontId, 'blank'))
  changes.set('1 0 R', { '/Type': '/Catalog', '/Pages': '2 0 R' })
  changes.set('2 0 R', { '/Type': '/Pages', '/Kids': kids, '/Count': kids.length })
  changes.add({ trailer: { value: { '/Root': '1 0 R', '/Size': changes.next() } } })
  await changes.write(input.to, { pdfversion: '1.7' })
  return count
}

export interface Laid {
  ref: string
  /** As it lies in the file. */
  width: number
  height: number
  /** As cameras tell it: 1 is upright, 6 lies on its side. */
  orientation: number
}

/** One picture for all places that show it. */
export const layOne = (changes: PdfChanges, source: Source): Promise<Laid> =>
  layImage(changes, source, 0, 1).catch(error => {
    throw error instanceof DocumentRefused ? error : unreadable()
  })

/** Drawn upright within a room of this size, as large as it fits, in the middle. */
export function drawnWithin(laid: Laid, room: { width: number; height: number }): string {
  const [w, h] = isTurned(laid.orientation) ? [laid.height, laid.width] : [laid.width, laid.height]
  const scale = Math.min(room.width / w, room.height / h)
  const [width, height] = [w * scale, h * scale]
  const place = { width, height, x: (room.width - width) / 2, y: (room.height - height) / 2 }
  return `q ${matrixOf(laid.orientation, place).map(round).join(' ')} cm /Picture Do Q`
}

async function layImage(changes: PdfChanges, source: Source, page: number, count: number): Promise<Laid> {
  const open = async () =>
    count > 1 ? sharp(source.path, { page, failOn: 'error' }) : await openPicture(source.path, source.mime)
  const { orientation = 1, icc } = await (await open()).metadata()
  const ref = `${changes.next()} 0 R`
  const photo = source.mime === 'image/jpeg' ? await jpegOf(source.path) : undefined
  if (photo) {
    const datafile = `${source.folder}/sheet-${page}.jpg`
    await writeFile(datafile, photo.data)
    const plain = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' }[photo.colours]!
    const space =
      icc && SPACES[icc.toString('latin1', 16, 20)] === photo.colours ? profile(changes, icc, photo.colours) : plain
    const decode: Dict = photo.colours === 4 && photo.inverted ? { '/Decode': [1, 0, 1, 0, 1, 0, 1, 0] } : {}
    changes.setStream(ref, { ...image(photo, space, 8), '/Filter': '/DCTDecode', ...decode }, { datafile })
    return { ref, width: photo.width, height: photo.height, orientation }
  }
  const pixels = await pixelsOf(open, `${source.folder}/sheet-${page}`)
  const masked: Dict = {}
  if (pixels.mask) {
    const mask = `${changes.next()} 0 R`
    changes.setStream(mask, flate(pixels.mask, '/DeviceGray'), { datafile: pixels.mask.datafile })
    masked['/SMask'] = mask
  }
  const space = pixels.colours === 1 ? '/DeviceGray' : '/DeviceRGB'
  changes.setStream(ref, { ...flate(pixels, space), ...masked }, { datafile: pixels.datafile })
  return { ref, width: pixels.width, height: pixels.height, orientation }
}

async function jpegOf(path: string) {
  return (await stat(path)).size > MOST_JPEG_BYTES ? undefined : plainJpeg(await readFile(path))
}

/** What a profile of colours is for, and how many numbers a colour has there. */
const SPACES: Record<string, number> = { GRAY: 1, 'RGB ': 3, CMYK: 4 }

function profile(changes: PdfChanges, icc: Buffer, colours: number): Value {
  const ref = `${changes.next()} 0 R`
  changes.setStream(ref, { '/N': colours }, icc)
  return ['/ICCBased', ref]
}

const image = ({ width, height }: { width: number; height: number }, space: Value, bits: number): Dict => ({
  '/Type': '/XObject',
  '/Subtype': '/Image',
  '/Width': width,
  '/Height': height,
  '/ColorSpace': space,
  '/BitsPerComponent': bits,
})

const flate = (pixels: { width: number; height: number; bits: number; colours: number }, space: string): Dict => ({
  ...image(pixels, space, pixels.bits),
  '/Filter': '/FlateDecode',
  '/DecodeParms': {
    '/Predictor': 15,
    '/Colors': pixels.colours,
    '/BitsPerComponent': pixels.bits,
    '/Columns': pixels.width,
  },
})

const isTurned = (orientation: number) => orientation >= 5

/** Where the upright picture lies on which sheet. */
function placeOf({ width: w, height: h, orientation }: Laid) {
  const [width, height] = isTurned(orientation) ? [h, w] : [w, h]
  const sheet = width > height ? { width: SHEET.long, height: SHEET.short } : { width: SHEET.short, height: SHEET.long }
  const scale = Math.min((sheet.width - MARGIN * 2) / width, (sheet.height - MARGIN * 2) / height, 72 / 96)
  const place = { width: round(width * scale), height: round(height * scale) }
  return { ...place, x: round((sheet.width - place.width) / 2), y: round((sheet.height - place.height) / 2), sheet }
}

/** Of the unit square on which a picture is drawn, to its place, turned and mirrored as the camera says. */
const TURNS: Record<number, [number, number, number, number, number, number]> = {
  1: [1, 0, 0, 1, 0, 0],
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, -1, -1, 0, 1, 1],
  6: [0, -1, 1, 0, 0, 1],
  7: [0, 1, 1, 0, 0, 0],
  8: [0, 1, -1, 0, 1, 0],
}

function matrixOf(
  orientation: number,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
) {
  const [a, b, c, d, e, f] = TURNS[orientation] ?? TURNS[1]!
  return [a * width, b * height, c * width, d * height, x + e * width, y + f * height]
}
