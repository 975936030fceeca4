import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp, SharpOptions } from 'sharp'
import type { WordPlace } from '../../../ports/reader.ts'
import type { Desk } from '../desk.ts'
import { onlySomePages, WHY } from '../failures.ts'
import { LIMITS } from '../limits.ts'
import type { Manuscript } from '../manuscript.ts'
import { recognise } from '../ocr/recognise.ts'
import { runProgram } from '../programs.ts'
import { readXml } from './zipped.ts'

/** Pictures: what the camera wrote down, and the words in them. A picture without words is simply read. */

interface Picture {
  path: string
  width: number
  height: number
  pages: number
}

export async function readImage(path: string, out: Manuscript, desk: Desk, mime: string): Promise<void> {
  if (mime === 'image/svg+xml') return readSvg(path, out)
  Object.assign(out.facts, await cameraFacts(path))
  const picture = HEIC.test(mime)
    ? await photograph(path, desk)
    : ((await measured(path)) ?? (await converted(path, desk)))
  if (!picture) return
  Object.assign(out.facts, { width: picture.width, height: picture.height })
  if (picture.pages > 1) out.facts.page_count = picture.pages
  if (picture.width * picture.height > LIMITS.pixels) {
    out.needsManual = WHY.hugePicture
    return
  }
  if (desk.tools.ocr.engine === 'none' || picture.width * picture.height < 400) return
  await readPages(picture, out, desk)
}

async function readPages(picture: Picture, out: Manuscript, desk: Desk): Promise<void> {
  desk.beginSlow()
  for (let page = 0; page < picture.pages; page++) {
    if (page >= LIMITS.ocrPages || Date.now() > desk.deadline) {
      out.needsManual = onlySomePages(page, picture.pages)
      return
    }
    const prepared = await prepare(picture, page, desk).catch(unlessRare)
    if (!prepared) {
      out.needsManual = WHY.rarePicture
      return
    }
    const { text } = await recognise(prepared, desk)
    await rm(prepared, { force: true })
    if (picture.pages > 1) out.startPage()
    out.write(text)
    if (text !== '') out.ocrPages++
    desk.progress(page + 1, picture.pages)
  }
}

/** Sound, but of a kind that the library was built without. */
function unlessRare(error: Error): undefined {
  if (!/not configured|not supported|unsupported/i.test(error.message)) throw error
}

/** The words of a picture, or of one of its pages from 1, as it is seen upright. */
export async function placesOnPicture(path: string, page: number, desk: Desk): Promise<WordPlace[]> {
  const picture = (await measured(path)) ?? (await converted(path, desk))
  if (!picture || picture.width * picture.height > LIMITS.pixels || picture.width * picture.height < 400) return []
  return (await recognise(await prepare(picture, page - 1, desk), desk)).places
}

async function load(path: string, options: SharpOptions = {}): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(path, { limitInputPixels: LIMITS.pixels, failOn: 'none', sequentialRead: true, ...options })
}

/** Undefined when it is a format that sharp does not know, or damaged beyond its beginning. */
async function measured(path: string): Promise<Picture | undefined> {
  try {
    const found = await (await load(path, { limitInputPixels: false })).metadata()
    const turned = (found.orientation ?? 1) >= 5
    const [width, height] = turned ? [found.height, found.width] : [found.width, found.height]
    // Frames of a moving picture are no pages.
    const pages = found.format === 'tiff' ? (found.pages ?? 1) : 1
    return { path, width, height: found.pageHeight ?? height, pages }
  } catch {
    return undefined
  }
}

const HEIC = /^image\/hei[cf](-sequence)?$/

/** Photographs of telephones, by the system's decoder where there is one. */
async function photograph(path: string, desk: Desk): Promise<Picture | undefined> {
  const program = desk.tools['heif-convert'] ?? desk.tools['heif-dec']
  if (!program) return undefined
  const target = join(desk.folder, 'photograph.jpg')
  const { code } = await runProgram(program, ['-q', '92', path, target], { limits: { fileMb: 512 } })
  return code === 0 ? measured(target) : undefined
}

/** BMP, JPEG 2000 and the like go through ffmpeg, which knows them. */
async function converted(path: string, desk: Desk): Promise<Picture | undefined> {
  if (!desk.tools.ffmpeg) return undefined
  const target = join(desk.folder, 'converted.png')
  const input = [
    '-v',
    'error',
    '-protocol_whitelist',
    'file',
    '-max_pixels',
    String(LIMITS.pixels),
    '-i',
    `file:${path}`,
  ]
  const { code } = await runProgram(desk.tools.ffmpeg, [...input, '-frames:v', '1', '-y', target], {
    limits: { fileMb: 512 },
  })
  return code === 0 ? measured(target) : undefined
}

const LONGEST = 3400
const SMALL = 1400

/** Upright, grey, on white, neither too small for tesseract nor larger than it needs. */
async function prepare(picture: Picture, page: number, desk: Desk): Promise<string> {
  const target = join(desk.folder, 'picture.png')
  const longest = Math.max(picture.width, picture.height)
  const scale = longest > LONGEST ? LONGEST / longest : longest < SMALL ? Math.min(3, SMALL / longest) : 1
  const source = await load(picture.path, picture.pages > 1 ? { page } : {})
  await source
    .rotate()
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize({
      width: Math.max(1, Math.round(picture.width * scale)),
      kernel: scale > 1 ? 'cubic' : 'lanczos3',
    })
    .png({ compressionLevel: 1 })
    .toFile(target)
  return target
}

interface Exif {
  Make?: string
  Model?: string
  DateTimeOriginal?: string
  CreateDate?: string
  Artist?: string
  ImageDescription?: string
  latitude?: number
  longitude?: number
}

async function cameraFacts(path: string): Promise<Record<string, unknown>> {
  const { default: exifr } = await import('exifr')
  const wanted = ['Make', 'Model', 'DateTimeOriginal', 'CreateDate', 'Artist', 'ImageDescription']
  const found: Exif | undefined = await exifr
    .parse(path, {
      pick: [...wanted, 'GPSLatitude', 'GPSLongitude', 'GPSLatitudeRef', 'GPSLongitudeRef'],
      reviveValues: false,
    })
    .catch(() => undefined)
  if (!found) return {}
  const { latitude, longitude } = found
  const camera = [found.Make, found.Model].filter(Boolean).join(' ').trim()
  const date = (found.DateTimeOriginal ?? found.CreateDate)?.toString()
  const place = Number.isFinite(latitude) && Number.isFinite(longitude)
  const exif = {
    ...(date ? { date: date.replace(/^(\d{4}):(\d\d):(\d\d) /, '$1-$2-$3T') } : {}),
    ...(camera ? { camera } : {}),
    ...(place ? { gps: { latitude, longitude } } : {}),
    ...(found.ImageDescription ? { description: found.ImageDescription } : {}),
  }
  const facts = { ...(found.Artist ? { author: found.Artist } : {}), ...(date ? { created: exif.date } : {}) }
  return Object.keys(exif).length > 0 ? { ...facts, exif } : facts
}

/** A drawing in XML says its words itself. */
async function readSvg(path: string, out: Manuscript): Promise<void> {
  let [inText, inTitle] = [0, false]
  await readXml(createReadStream(path) as AsyncIterable<Buffer>, {
    open(name) {
      if (name === 'text') inText++
      if (name === 'title') inTitle = true
    },
    text(text) {
      if (inText > 0) out.flow(text)
      else if (inTitle) out.title ||= text.trim()
    },
    close(name) {
      if (name === 'text') inText--
      if (name === 'title') inTitle = false
      if (name === 'text' || name === 'tspan') out.gap('\n')
    },
  })
}
