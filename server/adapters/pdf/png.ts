import { createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sharp } from 'sharp'

/** The pixels of any picture without loss, packed as PNG packs them, which PDF understands. */

export interface PngPixels {
  datafile: string
  width: number
  height: number
  bits: number
  /** 1 grey, 3 colours. */
  colours: number
}

/** `picture` gives the picture anew: one that was read cannot be read again. */
export async function pixelsOf(picture: () => Promise<Sharp>, stem: string): Promise<PngPixels & { mask?: PngPixels }> {
  const { hasAlpha, depth, space } = await (await picture()).metadata()
  const deep = depth === 'ushort'
  const grey = space === 'b-w' || space === 'grey16'
  const shown = (await picture())
    .removeAlpha()
    .toColourspace(grey ? (deep ? 'grey16' : 'b-w') : deep ? 'rgb16' : 'srgb')
  const pixels = await packed(shown, stem)
  if (!hasAlpha) return pixels
  return { ...pixels, mask: await packed((await picture()).ensureAlpha().extractChannel('alpha'), `${stem}-mask`) }
}

async function packed(shown: Sharp, stem: string): Promise<PngPixels> {
  const [png, datafile] = [`${stem}.png`, `${stem}.flate`]
  await shown.png({ compressionLevel: 6, adaptiveFiltering: true, palette: false }).toFile(png)
  const head: Partial<PngPixels> = {}
  await pipeline(Readable.from(dataOf(png, head)), createWriteStream(datafile))
  await rm(png)
  return { datafile, ...(head as Omit<PngPixels, 'datafile'>) }
}

const SIGNATURE = 8
const COLOURS: Record<number, number> = { 0: 1, 2: 3 }

/** The content of the IDAT chunks, one after the other. */
async function* dataOf(path: string, head: Partial<PngPixels>): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    const start = Buffer.alloc(8 + 13)
    for (let at = SIGNATURE; (await file.read(start, 0, start.length, at)).bytesRead >= 12; ) {
      const [length, type] = [start.readUInt32BE(0), start.toString('latin1', 4, 8)]
      if (type === 'IHDR')
        Object.assign(head, {
          width: start.readUInt32BE(8),
          height: start.readUInt32BE(12),
          bits: start[16]!,
          colours: COLOURS[start[17]!] ?? 3,
        })
      if (type === 'IDAT' && length > 0)
        yield* file.createReadStream({ start: at + 8, end: at + 7 + length, autoClose: false })
      at += length + 12
    }
  } finally {
    await file.close()
  }
}
