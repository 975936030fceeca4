import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { deferred } from '../lib/deferred.ts'
import { AppError, fileTooLarge, InvalidInput, invalid } from '../lib/errors.ts'
import type { IncomingFile } from './route.ts'

/** Up to here a file is handed on whole, which saves a stream's worth of work for each small file. */
const WHOLE_BYTES = 256 * 1024

const malformed = () =>
  new AppError('senseless', 'multipart_invalid', {
    en: 'The multipart body is broken or was cut off. Send the file again.',
    ru: 'Тело multipart повреждено или оборвано. Отправьте файл ещё раз.',
  })

const tooMany = () =>
  new AppError('too_large', 'too_many_parts', {
    en: 'The form has too many fields. Send one part named file.',
    ru: 'В форме слишком много полей. Отправьте одну часть с именем file.',
  })

export const severalFiles = () =>
  invalid(['body', 'file'], 'too_long', {
    en: 'The form has more than one file. Send one part named file, and the others each in a request of its own.',
    ru: 'В форме больше одного файла. Отправьте одну часть с именем file, остальные — отдельными запросами.',
  })

const missingFile = () => new InvalidInput([{ loc: ['body', 'file'], type: 'missing' }])

/**
 * Finds the part `file` and hands it to `use` as soon as its bytes begin. The form may still break off behind the file:
 * `file.complete` settles when that is known, and nothing may become visible before it.
 */
export async function withMultipartFile<T>(
  request: IncomingMessage,
  limit: number,
  use: (file: IncomingFile) => Promise<T>,
): Promise<T> {
  const busboy = parserFor(request, limit)
  return new Promise<T>((resolve, reject) => {
    const form = deferred<void>()
    form.promise.catch(() => {})
    let used: Promise<T> | undefined
    let current: BusboyFileStream | undefined
    const fail = (error: Error) => {
      request.unpipe(busboy)
      request.resume()
      form.reject(error)
      current?.destroy(error)
      // The one who stores the file sees its stream break and leaves nothing behind; only then is the caller told.
      Promise.resolve(used).then(
        () => reject(error),
        () => reject(error),
      )
    }
    busboy.on('file', (field, stream, filename, ...[, mime]) => {
      if (field !== 'file' || filename === undefined) return void stream.resume()
      current = stream
      stream.on('limit', () => fail(fileTooLarge(limit)))
      stream.on('error', () => {})
      used = gather(stream).then(({ bytes, head }) =>
        use({ filename: filename.replaceAll('%22', '"'), mime, bytes, head, complete: form.promise }),
      )
      used.then(resolve, fail)
    })
    for (const limitEvent of ['fieldsLimit', 'partsLimit'] as const) busboy.on(limitEvent, () => fail(tooMany()))
    busboy.on('filesLimit', () => fail(severalFiles()))
    busboy.on('error', () => fail(malformed()))
    busboy.on('finish', () => (used ? form.resolve() : fail(missingFile())))
    request.on('aborted', () => fail(malformed()))
    request.on('error', () => fail(malformed()))
    request.pipe(busboy)
  })
}

function parserFor(request: IncomingMessage, limit: number): BusboyInstance {
  if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) throw missingFile()
  try {
    return new Busboy({
      headers: request.headers as { 'content-type': string },
      preservePath: true,
      limits: { files: 1, fields: 50, parts: 60, fieldSize: 64 * 1024, headerPairs: 100, fileSize: limit },
    })
  } catch {
    throw malformed()
  }
}

/** The whole file when it is small, else a stream that begins with what was already read. */
function gather(stream: BusboyFileStream): Promise<{ bytes: Readable | Buffer; head: Buffer }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const stop = () => {
      stream.off('data', onData)
      stream.off('end', onEnd)
      stream.off('error', onError)
    }
    const onData = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= WHOLE_BYTES) return
      stop()
      stream.pause()
      const head = Buffer.concat(chunks)
      stream.unshift(head)
      resolve({ bytes: stream, head })
    }
    const onEnd = () => {
      stop()
      const whole = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)
      resolve({ bytes: whole, head: whole })
    }
    const onError = (error: Error) => {
      stop()
      reject(error)
    }
    stream.on('data', onData)
    stream.on('end', onEnd)
    stream.on('error', onError)
  })
}
