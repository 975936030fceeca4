/**
 * The text of bytes in UTF-32 and any encoding that TextDecoder knows. Node takes windows-1252 for Latin-1 when it is given all at once,
 * which turns quotes, dashes and the euro into control signs; in pieces it does not.
 */
export function decodeBytes(bytes: Uint8Array, label: string, options: { fatal?: boolean } = {}): string {
  if (label.startsWith('utf-32')) return decodeUtf32(bytes, label === 'utf-32le')
  const decoder = new TextDecoder(label, options)
  return decoder.encoding === 'windows-1252'
    ? decoder.decode(bytes, { stream: true }) + decoder.decode()
    : decoder.decode(bytes)
}

const PIECE = 8192

/** What is no sign is the replacement; the mark at the beginning is not part of the text. */
function decodeUtf32(bytes: Uint8Array, little: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  let codes: number[] = []
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, little)
    if (at === 0 && code === 0xfeff) continue
    codes.push(code > 0x10ffff ? 0xfffd : code)
    if (codes.length < PIECE) continue
    parts.push(String.fromCodePoint(...codes))
    codes = []
  }
  parts.push(String.fromCodePoint(...codes))
  return parts.join('').toWellFormed()
}
