import { rename, writeFile } from 'node:fs/promises'
import type { Reader } from '../../../ports/reader.ts'
import type { DocumentWorker } from '../../document-worker/document-worker.ts'
import type { Programs } from '../../programs/programs.ts'
import type { Qpdf } from './qpdf.ts'

const SECONDS = 300

interface Picture {
  path: string
  mime: string
  to: string
  /** Words are looked for, and laid over the picture. */
  words: boolean
  signal?: AbortSignal
  progress?: (done: number) => void
}

type Machine = { programs: Programs; qpdf: Qpdf; worker: DocumentWorker; reader: Pick<Reader, 'words'> }

/** A PDF file with the picture on a page, or several on several. Answers how many words lie over them. */
export const picturePages = (machine: Machine, picture: Picture): Promise<number> =>
  machine.programs.withFolder(async folder => {
    const { qpdf, worker } = machine
    const { path, mime, to, signal } = picture
    const [json, made] = [`${folder}/sheets.json`, `${folder}/made.pdf`]
    const { files, count } = picture.words ? await wordsOf(machine, picture, folder) : { files: [], count: 0 }
    const input = { path, mime, folder, words: files, to: json }
    await worker.ask('layPictures', input, { seconds: SECONDS, memoryMb: 2048, signal, folder })
    await qpdf(['--json-input', json, '--compress-streams=y', made], folder, signal)
    await rename(made, to)
    return count
  })

/** Page after page into files, so that not more than one of them is held here. */
async function wordsOf({ worker, reader }: Machine, picture: Picture, folder: string) {
  const { path, mime, signal } = picture
  const pages = (await worker.ask('countPictures', { path, mime }, { seconds: 30, signal })) as number
  const files: string[] = []
  let count = 0
  for (let page = 1; page <= pages; page++) {
    const places = await reader.words(path, { kind: 'image', mime }, page, signal)
    const file = `${folder}/words-${page}.json`
    await writeFile(file, JSON.stringify(places))
    files.push(file)
    count += places.length
    picture.progress?.((page / pages) * 0.9)
  }
  return { files, count }
}
