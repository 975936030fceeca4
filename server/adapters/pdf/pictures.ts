import { withFolder } from '../programs/folders.ts'
import type { Workshop } from '../workshop/workshop.ts'
import type { Qpdf } from './qpdf.ts'

const SECONDS = 120

export const picturePages = (
  { qpdf, workshop }: { qpdf: Qpdf; workshop: Workshop },
  path: string,
  mime: string,
  to: string,
  signal?: AbortSignal,
): Promise<void> =>
  withFolder(async folder => {
    const json = `${folder}/sheets.json`
    await workshop.ask('layPictures', { path, mime, folder, to: json }, { seconds: SECONDS, signal })
    await qpdf(['--json-input', json, to], folder, signal)
  })
