/** UTF-16 without a mark: every other byte is 0 (Latin) or 4 (Cyrillic), and hardly any of the others is. */
export function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const size = Math.min(bytes.length, 4096) & ~1
  if (size < 4) return undefined
  const found = [0, 0]
  let zeros = 0
  for (let i = 0; i < size; i++) {
    if (bytes[i] === 0) zeros++
    if (bytes[i] === 0 || bytes[i] === 4) found[i & 1]!++
  }
  if (zeros === 0) return undefined
  const half = size / 2
  if (found[1]! > half * 0.9 && found[0]! < half * 0.2) return 'utf-16le'
  if (found[0]! > half * 0.9 && found[1]! < half * 0.2) return 'utf-16be'
  return undefined
}

/** UTF-32 without a mark: of every four bytes the highest is 0 and the next at most 16, and two are hardly ever anything else. */
export function unmarkedUtf32(bytes: Uint8Array): 'utf-32le' | 'utf-32be' | undefined {
  const size = Math.min(bytes.length, 4096) & ~3
  if (size < 8) return undefined
  const zeros = [0, 0, 0, 0]
  for (let i = 0; i < size; i++) if (bytes[i] === 0) zeros[i & 3]!++
  const all = size / 4
  const view = new DataView(bytes.buffer, bytes.byteOffset, size)
  if (zeros[3] === all && zeros[2]! > all * 0.9 && zeros[0]! < all * 0.2) return hasLetters(view, true) && 'utf-32le'
  if (zeros[0] === all && zeros[1]! > all * 0.9 && zeros[3]! < all * 0.2) return hasLetters(view, false) && 'utf-32be'
  return undefined
}

/** Small numbers in four bytes each look the same, but some of them are no signs of any script. */
function hasLetters(view: DataView, little: boolean): true | undefined {
  for (let at = 0; at < view.byteLength; at += 4) {
    const code = view.getUint32(at, little)
    if (code > 0x10ffff || NO_SIGN.test(String.fromCodePoint(code))) return undefined
  }
  return true
}

const NO_SIGN = /(?![\n\r\t\f])[\p{Cc}\p{Cn}\p{Cs}\ufffd]/u
