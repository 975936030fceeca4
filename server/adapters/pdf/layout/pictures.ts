import sharp from 'sharp'
import type { Engine } from '../pdfium.ts'
import type { PlacedDrawing } from './drawn.ts'

/** Pictures of a page, as fine as they lie in the file and turned as they are shown. */

const MOST_PIXELS = 24_000_000
/** Of bytes: a photo that is kept to the last bit makes a document that cannot be sent. */
const LARGE = 200_000

export interface Shot {
  bytes: Buffer
  kind: 'png' | 'jpeg'
}

/** Of what PDFium calls the format of its bitmaps: 1 grey, 2 BGR, 3 BGRx, 4 BGRA. */
const CHANNELS: Record<number, 1 | 3 | 4> = { 1: 1, 2: 3, 3: 4, 4: 4 }

/** Dots of a point: no printer shows more. */
const FINEST = 300 / 72

/** In pixels: its own, or those of the page where it has fewer. */
function sizeOf({ pdfium, bytes, free }: Engine, { object, matrix: [a, b, c, d] }: PlacedDrawing): [number, number] {
  const at = bytes(8)
  const isKnown = pdfium.FPDFImageObj_GetImagePixelSize(object, at, at + 4)
  const own = [0, 4].map(place => (isKnown ? pdfium.pdfium.getValue(at + place, 'i32') : 0))
  free(at)
  const shown = [Math.max(1, Math.hypot(a, b)), Math.max(1, Math.hypot(c, d))]
  const [width, height] = shown.map((points, n) => Math.max(points, Math.min(own[n]!, points * FINEST))) as [
    number,
    number,
  ]
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)))
  return [Math.floor(width * scale), Math.floor(height * scale)]
}

export async function pictureOf(
  engine: Engine,
  document: number,
  page: number,
  picture: PlacedDrawing,
): Promise<Shot | undefined> {
  const { pdfium } = engine
  const [wide, high] = sizeOf(engine, picture)
  // It is drawn in the size that its place on the page has: at 72 dots an inch there, which is less than most have.
  pdfium.FPDFImageObj_SetMatrix(picture.object, wide, 0, 0, high, 0, 0)
  const bitmap = pdfium.FPDFImageObj_GetRenderedBitmap(document, page, picture.object)
  if (!bitmap) return undefined
  try {
    const [width, height] = [pdfium.FPDFBitmap_GetWidth(bitmap), pdfium.FPDFBitmap_GetHeight(bitmap)]
    const [stride, format] = [pdfium.FPDFBitmap_GetStride(bitmap), pdfium.FPDFBitmap_GetFormat(bitmap)]
    const channels = CHANNELS[format]
    if (!channels || width * height === 0 || width * height > MOST_PIXELS) return undefined
    const memory = (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8
    const from = pdfium.FPDFBitmap_GetBuffer(bitmap)
    const pixels = Buffer.alloc(width * height * channels)
    for (let y = 0; y < height; y++)
      pixels.set(memory.subarray(from + y * stride, from + y * stride + width * channels), y * width * channels)
    if (channels > 1) swapRedAndBlue(pixels, channels, format === 3)
    const { turn, mirrored } = turnOf(picture)
    const upright = sharp(pixels, { raw: { width, height, channels } }).rotate(turn).flop(mirrored)
    const drawing = await upright.clone().png().toBuffer()
    if (drawing.length < LARGE || !(await upright.clone().stats()).isOpaque) return { bytes: drawing, kind: 'png' }
    const photo = await upright.flatten().jpeg({ quality: 90 }).toBuffer()
    return photo.length < drawing.length / 2 ? { bytes: photo, kind: 'jpeg' } : { bytes: drawing, kind: 'png' }
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

/** By quarters, with the clock; and then mirrored. */
function turnOf({ matrix: [a, b, c, d] }: PlacedDrawing): { turn: number; mirrored: boolean } {
  const mirrored = a * d - b * c < 0
  if (Math.abs(a) >= Math.abs(b)) {
    const down = mirrored ? d < 0 : a < 0
    return { turn: down ? 180 : 0, mirrored }
  }
  return { turn: b > 0 ? 270 : 90, mirrored }
}

function swapRedAndBlue(pixels: Buffer, channels: number, opaque: boolean): void {
  for (let at = 0; at < pixels.length; at += channels) {
    const blue = pixels[at]!
    pixels[at] = pixels[at + 2]!
    pixels[at + 2] = blue
    if (opaque) pixels[at + 3] = 255
  }
}
