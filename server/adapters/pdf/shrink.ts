import { readFile, stat, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { changesOf, type Dict, inherited, isRef, type Pdf, readPdf, type Value, viewOf } from './model.ts'

/** Photographs inside a PDF file, made as fine as a screen and a printer need and no finer. */

const DPI = 150
const QUALITY = 65
const SMALL_BYTES = 8 * 1024
const MAX_PIXELS = 268_000_000

interface Photo {
  ref: string
  dict: Dict
  datafile: string
  /** The most pixels that the page it lies on has use for. */
  most: number
}

/** Writes the changes to `to` and the new pictures beside the old ones; answers how many bytes they save. */
export async function shrinkPhotos(
  input: { json: string; to: string },
  onProgress: (done: number) => void,
): Promise<{ photos: number; saved: number }> {
  const pdf = await readPdf(input.json)
  const changes = changesOf(pdf)
  const found = photosIn(pdf)
  let saved = 0
  let photos = 0
  for (const [n, photo] of found.entries()) {
    const gained = await shrink(photo, changes)
    if (gained > 0) photos++
    saved += gained
    onProgress((n + 1) / found.length)
  }
  await changes.write(input.to)
  return { photos, saved }
}

function photosIn(pdf: Pdf): Photo[] {
  const sizes = pageSizes(pdf)
  return pdf.refs().flatMap(ref => {
    const stream = pdf.entry(ref)?.stream
    if (!stream?.datafile || !isPhoto(pdf, stream.dict)) return []
    return [{ ref, dict: stream.dict, datafile: stream.datafile, most: sizes.get(ref) ?? Number.POSITIVE_INFINITY }]
  })
}

/** Only plain JPEG in colours that every reader knows: whatever is stranger stays as it is. */
function isPhoto(pdf: Pdf, dict: Dict): boolean {
  if (dict['/Subtype'] !== '/Image' || dict['/Decode'] !== undefined || dict['/Mask'] !== undefined) return false
  const filter = pdf.resolve(dict['/Filter'])
  const only = Array.isArray(filter) ? filter.length === 1 && filter[0] === '/DCTDecode' : filter === '/DCTDecode'
  const space = pdf.resolve(dict['/ColorSpace'])
  if (!only || !dict['/ColorSpace']) return false
  if (space === '/DeviceRGB' || space === '/DeviceGray') return true
  if (!Array.isArray(space)) return false
  const name = space[0]
  if (name === '/CalRGB' || name === '/CalGray') return true
  return name === '/ICCBased' && [1, 3].includes(pdf.dict(space[1])['/N'] as number)
}

/** A picture can be no larger than the page that it lies on; of several pages the largest counts. */
function pageSizes(pdf: Pdf): Map<string, number> {
  const sizes = new Map<string, number>()
  for (let page = 1; page <= pdf.pages.length; page++) {
    const { dict, box } = viewOf(pdf, page)
    const unit = pdf.resolve(dict['/UserUnit'])
    const inches = (Math.max(box[2] - box[0], box[3] - box[1]) / 72) * (typeof unit === 'number' ? unit : 1)
    const resources = inherited(pdf, dict, '/Resources')
    const pictures = pdf.dict((resources as Dict | null)?.['/XObject'])
    for (const value of Object.values<Value>(pictures))
      if (isRef(value)) sizes.set(value, Math.max(sizes.get(value) ?? 0, Math.ceil(inches * DPI)))
  }
  return sizes
}

async function shrink(photo: Photo, changes: ReturnType<typeof changesOf>): Promise<number> {
  const before = (await stat(photo.datafile)).size
  if (before < SMALL_BYTES) return 0
  const made = await reencode(photo).catch(() => undefined)
  if (!made || made.data.length > before * 0.9) return 0
  const datafile = `${photo.datafile}.small`
  await writeFile(datafile, made.data)
  const { '/DecodeParms': _parameters, ...dict } = photo.dict
  changes.setStream(
    photo.ref,
    {
      ...dict,
      '/Filter': '/DCTDecode',
      '/Width': made.info.width,
      '/Height': made.info.height,
      '/BitsPerComponent': 8,
    },
    { datafile },
  )
  return before - made.data.length
}

async function reencode({ datafile, most }: Photo) {
  const picture = sharp(await readFile(datafile), { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  const { width = 0, height = 0, channels } = await picture.metadata()
  if (channels !== 1 && channels !== 3) throw new Error('strange colours')
  const longer = Math.max(width, height)
  const scaled = longer > most * 1.1 ? picture.resize({ [width >= height ? 'width' : 'height']: most }) : picture
  const coloured = channels === 1 ? scaled.greyscale() : scaled
  return coloured.jpeg({ quality: QUALITY, optimiseCoding: true }).toBuffer({ resolveWithObject: true })
}
