import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DocumentRefused } from '../../ports/documents.ts'
import type { Programs } from '../programs/programs.ts'
import { blame } from './pages.ts'

/** Photographs as telephones make them. Their decoder is not shipped with us; the system's is used where there is one. */

const HEIC = /^image\/hei[cf](-sequence)?$/
const NAMES = ['heif-convert', 'heif-dec']
const SECONDS = 60

export async function heicDecoder(programs: Programs): Promise<string | undefined> {
  for (const name of NAMES) if (await programs.find(name)) return name
  return undefined
}

/** Hands on the picture itself, or a JPEG of it that every library reads. */
export async function readable<T>(
  programs: Programs,
  { path, mime, signal }: { path: string; mime: string; signal: AbortSignal | undefined },
  use: (path: string, mime: string) => Promise<T>,
): Promise<T> {
  if (!HEIC.test(mime)) return use(path, mime)
  const name = await heicDecoder(programs)
  if (!name)
    throw new DocumentRefused('unable', {
      en: 'This machine has no decoder for HEIC pictures (on Debian: libheif-examples).',
      ru: 'На этой машине нет декодера картинок HEIC (в Debian: libheif-examples).',
    })
  return programs.withFolder(async folder => {
    const to = join(folder, 'photo.jpg')
    const limits = { folder, seconds: SECONDS, memoryMb: 2048, fileMb: 512, signal }
    const ran = await programs.run(name, ['-q', '92', path, to], limits).catch(error => {
      throw blame(error, signal)
    })
    if (ran.code !== 0 || !(await stat(to).catch(() => undefined)))
      throw new DocumentRefused('damaged', {
        en: 'The picture is damaged, or its format is not known here.',
        ru: 'Картинка повреждена, или её формат здесь неизвестен.',
      })
    return use(to, 'image/jpeg')
  })
}
