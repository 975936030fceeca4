import { readFile, stat } from 'node:fs/promises'
import sharp from 'sharp'
import { DocumentRefused } from '../../ports/documents.ts'

/** A hundred megapixels are more than any camera makes; a bomb has billions. */
const MAX_PIXELS = 268_000_000
const MAX_SVG_BYTES = 32 * 1024 * 1024

sharp.cache(false)
sharp.concurrency(1)

const unreadable = () =>
  new DocumentRefused('damaged', {
    en: 'The picture is damaged, or its format is not known here.',
    ru: 'Картинка повреждена, или её формат здесь неизвестен.',
  })

/** A drawing is read from memory, so that it has no folder in which it could look for other files. */
export async function openPicture(path: string, mime: string) {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' as const, animated: false }
  if (mime !== 'image/svg+xml') return sharp(path, options)
  if ((await stat(path)).size > MAX_SVG_BYTES) throw unreadable()
  return sharp(await readFile(path), options)
}

export async function previewPicture(input: { path: string; mime: string; size: number; to: string }): Promise<void> {
  const picture = await openPicture(input.path, input.mime)
  const { size } = input
  await picture
    .rotate()
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(input.to)
    .catch(() => {
      throw unreadable()
    })
}

/** Upright, and without the place where it was taken. */
export async function convertPicture(input: { path: string; mime: string; format: string; to: string }): Promise<void> {
  const picture = (await openPicture(input.path, input.mime)).rotate()
  const written = {
    // It has no transparency: white is what stood behind.
    jpg: () => picture.flatten({ background: 'white' }).jpeg({ quality: 88 }),
    png: () => picture.png(),
    webp: () => picture.webp({ quality: 85 }),
    avif: () => picture.avif({ quality: 60, effort: 3 }),
    tiff: () => picture.tiff({ compression: 'lzw' }),
  }[input.format]
  if (!written) throw unreadable()
  await written()
    .toFile(input.to)
    .catch(() => {
      throw unreadable()
    })
}
