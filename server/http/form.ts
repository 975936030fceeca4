import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { AppError } from '../lib/errors.ts'
import { severalFiles } from './multipart.ts'

const broken = () =>
  new AppError('senseless', 'multipart_invalid', {
    en: 'The form is broken or was cut off. Send it again.',
    ru: 'Форма повреждена или оборвана. Отправьте её ещё раз.',
  })

/** A small form in place of JSON: its fields by their names, files as bytes. A part that was not closed is broken. */
export function parseForm(body: Buffer, type: string): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, unknown> = Object.create(null)
    const fail = () => reject(broken())
    let parser: BusboyInstance
    try {
      parser = new Busboy({
        headers: { 'content-type': type },
        limits: { files: 1, fields: 50, fieldSize: 64 * 1024, headerPairs: 100 },
      })
    } catch {
      return fail()
    }
    parser.on('field', (name: string, value: string) => {
      fields[name] = value
    })
    parser.on('file', (name: string, stream: BusboyFileStream) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', fail)
      stream.on('end', () => {
        fields[name] = Buffer.concat(chunks)
      })
    })
    parser.on('filesLimit', () => reject(severalFiles()))
    parser.on('error', fail)
    parser.on('finish', () => resolve({ ...fields }))
    parser.end(body)
  })
}
