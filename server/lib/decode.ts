/**
 * The text of bytes in any encoding that TextDecoder knows. Node takes windows-1252 for Latin-1 when it is given all at once,
 * which turns quotes, dashes and the euro into control signs; in pieces it does not.
 */
export function decodeBytes(bytes: Uint8Array, label: string, options: { fatal?: boolean } = {}): string {
  const decoder = new TextDecoder(label, options)
  return decoder.encoding === 'windows-1252'
    ? decoder.decode(bytes, { stream: true }) + decoder.decode()
    : decoder.decode(bytes)
}
