import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { AppError } from '../../lib/errors.ts'

/** Reading an archive that somebody brought: everything is held against its sum before anything is taken from it. */

const MOST_ENTRIES = 2_000_000
const LONGEST_LINE = 256 * 1024 * 1024
const LONGEST_SUMS = 512 * 1024 * 1024

export const damaged = (en: string, ru: string) =>
  new AppError('unsupported', 'archive_damaged', {
    en: `The archive is damaged: ${en}. Nothing was changed. Make it again, or fetch it again.`,
    ru: `Архив повреждён: ${ru}. Ничего не изменено. Создайте или скачайте его заново.`,
  })

export interface Unpacked {
  /** The sums by path. */
  sums: Map<string, string>
  sizeOf(path: string): number
  open(path: string): Promise<Readable>
  close(): void
}

export async function unpack(path: string): Promise<Unpacked> {
  const zip = await new Promise<yauzl.ZipFile>((yes, no) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false, decodeStrings: true }, (error, opened) =>
      error || !opened ? no(damaged('it is not a zip, or not all of it', 'это не zip или не весь')) : yes(opened),
    ),
  )
  try {
    const entries = await entriesOf(zip)
    const open = (name: string) =>
      new Promise<Readable>((yes, no) => {
        const entry = entries.get(name)
        if (!entry) return no(damaged(`${name} is missing`, `нет ${name}`))
        zip.openReadStream(entry, (error, stream) => (error || !stream ? no(broken(name)) : yes(stream)))
      })
    const sums = await sumsOf(await open('SHA256SUMS'))
    for (const name of entries.keys())
      if (name !== 'SHA256SUMS' && !sums.has(name)) throw damaged(`${name} has no sum`, `нет суммы для ${name}`)
    return {
      sums,
      open,
      sizeOf: name => entries.get(name)?.uncompressedSize ?? 0,
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

const broken = (name: string) => damaged(`${name} has changed`, `${name} изменён`)

function entriesOf(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  return new Promise((yes, no) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      if (entries.size >= MOST_ENTRIES) return no(damaged('it has too many files', 'в нём слишком много файлов'))
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.once('end', () => yes(entries))
    zip.once('error', () => no(damaged('its list of files cannot be read', 'список файлов не читается')))
    zip.readEntry()
  })
}

async function sumsOf(stream: Readable): Promise<Map<string, string>> {
  const sums = new Map<string, string>()
  for await (const line of linesOf(stream, 'SHA256SUMS', LONGEST_SUMS)) {
    const sum = line.slice(0, 64)
    if (!/^[0-9a-f]{64}$/.test(sum) || line.slice(64, 66) !== '  ') throw broken('SHA256SUMS')
    sums.set(line.slice(66), sum)
  }
  return sums
}

/** Reads every byte once. */
export async function verify(
  archive: Unpacked,
  reportProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let n = 0
  for (const [name, sum] of archive.sums) {
    signal.throwIfAborted()
    const hash = createHash('sha256')
    try {
      for await (const chunk of await archive.open(name)) hash.update(chunk as Buffer)
    } catch (error) {
      throw error instanceof AppError ? error : broken(name)
    }
    if (hash.digest('hex') !== sum) throw broken(name)
    reportProgress(++n / archive.sums.size)
  }
}

/** Line by line, without ever holding more than one. */
async function* linesOf(stream: Readable, name: string, longest = LONGEST_LINE): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString('utf8')
      parts = []
      length = 0
      from = at + 1
    }
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > longest) throw broken(name)
  }
  if (length > 0) yield Buffer.concat(parts).toString('utf8')
}

/** The rows of `dossier.json`, each with the section that it stands in. */
export async function* rowsIn(archive: Unpacked): AsyncGenerator<{ section: string; text: string }> {
  let section = ''
  for await (const line of linesOf(await archive.open('dossier.json'), 'dossier.json')) {
    const begins = /^\]?,?"([a-z_]+)":\[$/.exec(line)
    if (begins) section = begins[1]!
    else if (line.startsWith('{"about":') && section === '')
      yield { section: 'about', text: line.slice(9).replace(/,$/, '') }
    else if (line.startsWith('{')) yield { section, text: line.endsWith(',') ? line.slice(0, -1) : line }
    else if (!/^\](,|\})?$/.test(line) && line !== '') throw broken('dossier.json')
  }
}
