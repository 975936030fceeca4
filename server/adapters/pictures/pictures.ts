import { readFile, stat } from 'node:fs/promises'
import sharp, { type Metadata } from 'sharp'
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

interface Conversion {
  path: string
  mime: string
  format: string
  to: string
  /** Of the longer side; never enlarged. */
  size?: number
}

/** Upright, and without the place where it was taken. Answers what was left out. */
export async function convertPicture(input: Conversion): Promise<string[]> {
  const opened = await openPicture(input.path, input.mime)
  const facts = await opened.metadata().catch(() => {
    throw unreadable()
  })
  const upright = opened.rotate()
  const { size } = input
  const picture = size ? upright.resize(size, size, { fit: 'inside', withoutEnlargement: true }) : upright
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
  return lossesOf(facts, input)
}

/** What else is in them is of the same picture. */
const ONE_PICTURE = new Set(['image/heic', 'image/heif', 'image/avif'])

function lossesOf(facts: Metadata, { mime, format }: Conversion): string[] {
  const lost: [string, boolean][] = [
    ['vectors', mime === 'image/svg+xml'],
    // Of several pictures in one file the first is taken.
    [mime === 'image/tiff' ? 'pages' : 'animation', (facts.pages ?? 1) > 1 && !ONE_PICTURE.has(mime)],
    ['transparency', format === 'jpg' && facts.hasAlpha === true && mime !== 'image/svg+xml'],
    ['metadata', facts.exif !== undefined || facts.xmp !== undefined || facts.iptc !== undefined],
  ]
  return lost.flatMap(([what, isLost]) => (isLost ? [what] : []))
}
