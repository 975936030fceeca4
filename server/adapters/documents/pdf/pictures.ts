import { rename } from 'node:fs/promises'
import type { Programs } from '../../programs/programs.ts'
import type { Workshop } from '../../workshop/workshop.ts'
import type { Qpdf } from './qpdf.ts'

const SECONDS = 120

export const picturePages = (
  { programs, qpdf, workshop }: { programs: Programs; qpdf: Qpdf; workshop: Workshop },
  path: string,
  mime: string,
  to: string,
  signal?: AbortSignal,
): Promise<void> =>
  programs.withFolder(async folder => {
    const [json, made] = [`${folder}/sheets.json`, `${folder}/made.pdf`]
    await workshop.ask('layPictures', { path, mime, folder, to: json }, { seconds: SECONDS, signal })
    await qpdf(['--json-input', json, made], folder, signal)
    await rename(made, to)
  })
