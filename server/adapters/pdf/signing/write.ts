import { isRef, type Value } from '../model.ts'

/** Values in the form of qpdf's JSON as they are written in a PDF file. */

const name = (text: string) =>
  `/${[...Buffer.from(text.slice(1), 'utf8')]
    .map(byte =>
      byte > 0x20 && byte < 0x7f && !'#/()<>[]{}%'.includes(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `#${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')}`

const unicode = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

function string(text: string): string {
  if (/^[ -~]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`
  return unicode(text)
}

export function written(value: Value): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toFixed(6)
  if (Array.isArray(value)) return `[${value.map(written).join(' ')}]`
  if (typeof value === 'object')
    return `<< ${Object.entries(value)
      .map(([key, each]) => `${written(key)} ${written(each)}`)
      .join(' ')} >>`
  return text(value)
}

function text(value: string): string {
  const isReference: boolean = isRef(value)
  if (isReference) return value
  if (value.startsWith('u:')) return string(value.slice(2))
  if (value.startsWith('b:')) return `<${value.slice(2)}>`
  // The bytes of a name that is no Unicode stand in it as they are written.
  if (value.startsWith('n:')) return value.slice(2)
  return name(value)
}
