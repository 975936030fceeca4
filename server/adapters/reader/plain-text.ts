/** Bytes of a text file as text, with page map. Pure: it runs inside the child. */

export function decodeText(bytes: Buffer): string {
  const text = withoutMark(bytes)
  // PostgreSQL cannot hold NUL; a sign in its place keeps the offsets.
  return text.replaceAll('\0', '\ufffd')
}

function withoutMark(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(bytes)
  if (mark === 'feff') return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}

export function codePointLength(text: string): number {
  let n = 0
  for (const _ of text) n++
  return n
}
