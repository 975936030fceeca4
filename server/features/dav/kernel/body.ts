import type { Readable } from 'node:stream'
import { AppError } from '../../../lib/errors.ts'
import { BadXml, type Element, parseXml } from '../../../lib/xml.ts'

const MAX_REQUEST_BYTES = 2 * 1024 * 1024

const tooLarge = () =>
  new AppError('too_large', 'body_too_large', {
    en: 'The request body is too large. Send less in one request.',
    ru: 'Тело запроса слишком велико. Отправьте меньше за один запрос.',
  })

export const badXml = () =>
  new AppError('senseless', 'xml_invalid', {
    en: 'The body is not the XML that this call takes.',
    ru: 'Тело — не тот XML, который принимает этот вызов.',
  })

export async function textOf(body: Readable, limit: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += (chunk as Buffer).length
    if (size > limit) throw tooLarge()
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '')
}

/** Undefined for an empty body, which asks for everything. */
export async function elementOf(body: Readable): Promise<Element | undefined> {
  const text = await textOf(body, MAX_REQUEST_BYTES)
  if (text.trim() === '') return undefined
  try {
    return parseXml(text)
  } catch (error) {
    if (error instanceof BadXml) throw badXml()
    throw error
  }
}
