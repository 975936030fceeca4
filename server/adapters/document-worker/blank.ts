import sharp from 'sharp'

/** Every file is lent under the same names: what is remembered by its name would be another's. */
sharp.cache(false)

const WHITE = 250

/** Whether a picture shows white paper and nothing else. */
export async function isBlank({ path }: { path: string }): Promise<boolean> {
  const { channels } = await sharp(path, { limitInputPixels: 100_000_000 }).stats()
  return channels.every(({ min }) => min >= WHITE)
}
