import { type Corners, findPaper } from './paper.ts'
import { cleanUp, sheetSize, straighten, turned } from './straighten.ts'

/** Works on photos beside the page, so that it never stands still. */

export interface ScanMaking {
  photo: Blob
  corners: Corners
  clean: boolean
  turns: number
  /** Pixels of the long side. */
  most: number
}

export type Order = { id: number } & ({ find: Blob } | { make: ScanMaking })

export type ScannedPage = { jpeg: Blob; width: number; height: number }

export type ScanReply = { id: number } & ({ corners: Corners | undefined } | { made: ScannedPage } | { failed: string })

const FINDING_SIDE = 240
/** Of the photo that is worked on: more is no better to read, and too much for a phone. */
const PHOTO_SIDE = 3600

async function pixelsOf(photo: Blob, most: number): Promise<ImageData> {
  const bitmap = await createImageBitmap(photo)
  const scale = Math.min(1, most / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  ]
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return context.getImageData(0, 0, width, height)
}

async function make({ photo, corners, clean, turns, most }: ScanMaking): Promise<ScannedPage> {
  const pixels = await pixelsOf(photo, Math.min(PHOTO_SIDE, most * 2))
  const sheet = straighten(pixels, corners, sheetSize(corners, pixels, most))
  if (clean) cleanUp(sheet)
  const { data, width, height } = turned(sheet, turns)
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')!.putImageData(new ImageData(data as Uint8ClampedArray<ArrayBuffer>, width, height), 0, 0)
  return { jpeg: await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.82 }), width, height }
}

async function answer(order: Order): Promise<ScanReply> {
  try {
    if ('find' in order) return { id: order.id, corners: findPaper(await pixelsOf(order.find, FINDING_SIDE)) }
    return { id: order.id, made: await make(order.make) }
  } catch (error) {
    return { id: order.id, failed: String(error) }
  }
}

/** One after the other: each takes as much memory as a photo has. */
let turn: Promise<void> = Promise.resolve()

self.onmessage = ({ data }: MessageEvent<Order>) => {
  turn = turn.then(async () => self.postMessage(await answer(data)))
}
