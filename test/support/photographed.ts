import sharp from 'sharp'

/** What happens to a page between the printer and the file: pictures of it, worse and worse. */

interface Grey {
  data: Buffer
  width: number
  height: number
}

const greyOf = async (picture: Buffer): Promise<Grey> => {
  const { data, info } = await sharp(picture).flatten().greyscale().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const pictureOf = ({ data, width, height }: Grey) =>
  sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 75 })
    .toBuffer()

/** The same numbers each time, so that a test is the same test each time. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 0) / 2 ** 32
  }
}

/** Grains, as of a bad copier or of a camera in the dark. */
export async function grained(picture: Buffer, strength: number): Promise<Buffer> {
  const grey = await greyOf(picture)
  const roll = dice(7)
  grey.data.forEach((value, at) => {
    grey.data[at] = Math.max(0, Math.min(255, value + (roll() + roll() + roll() - 1.5) * 2 * strength))
  })
  return pictureOf(grey)
}

/** Lit from the upper left. */
export async function shaded(picture: Buffer): Promise<Buffer> {
  const grey = await greyOf(picture)
  grey.data.forEach((value, at) => {
    const [x, y] = [(at % grey.width) / grey.width, Math.floor(at / grey.width) / grey.height]
    grey.data[at] = value * (0.35 + 0.65 * (1 - Math.hypot(x - 0.2, y - 0.1) / 1.3))
  })
  return pictureOf(grey)
}

export const turned = (picture: Buffer, degrees: number): Promise<Buffer> =>
  sharp(picture).rotate(degrees, { background: '#ffffff' }).png().toBuffer()

/** On a dark wooden table, not quite straight. */
export async function onTable(picture: Buffer, degrees: number): Promise<Buffer> {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const paper = await sharp(picture).ensureAlpha().rotate(degrees, { background: clear }).png().toBuffer()
  const { width, height } = await sharp(paper).metadata()
  const [across, down] = [Math.round(width * 1.2), Math.round(height * 1.2)]
  const roll = dice(3)
  const wood = Buffer.from(
    Uint8Array.from({ length: across * down }, (_, at) => {
      const [x, y] = [at % across, Math.floor(at / across)]
      return 80 + 25 * Math.sin(x / 40 + 3 * Math.sin(y / 300)) + roll() * 20
    }),
  )
  return sharp(wood, { raw: { width: across, height: down, channels: 1 } })
    .toColourspace('srgb')
    .composite([{ input: paper, gravity: 'center' }])
    .png()
    .toBuffer()
}
