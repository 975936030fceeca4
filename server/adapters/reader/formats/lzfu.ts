/** The compression of RTF inside of Outlook's letters (MS-OXRTFCP): a dictionary of 4096 bytes that begins with what RTF begins with. */

const BEGINNING =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbol' +
  'ArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'
const WINDOW = 4096
const HEADER = 16
const COMPRESSED = 0x75465a4c

export function decompressRtf(bytes: Buffer): Buffer {
  if (bytes.length < HEADER) return Buffer.alloc(0)
  const size = Math.min(bytes.readUInt32LE(4), 64 * 1024 * 1024)
  if (bytes.readUInt32LE(8) !== COMPRESSED) return bytes.subarray(HEADER, HEADER + size)
  const window = Buffer.alloc(WINDOW, ' ')
  window.write(BEGINNING, 'latin1')
  let [write, at] = [BEGINNING.length, HEADER]
  const out: number[] = []
  const put = (byte: number) => {
    out.push(byte)
    window[write] = byte
    write = (write + 1) % WINDOW
  }
  while (at < bytes.length && out.length < size) {
    const flags = bytes[at++]!
    for (let bit = 0; bit < 8 && at < bytes.length && out.length < size; bit++) {
      if ((flags & (1 << bit)) === 0) {
        put(bytes[at++]!)
        continue
      }
      if (at + 1 >= bytes.length) return Buffer.from(out)
      const reference = bytes.readUInt16BE(at)
      at += 2
      const from = reference >> 4
      // A reference to the place of writing is the end.
      if (from === write) return Buffer.from(out)
      for (let n = 0; n < (reference & 15) + 2; n++) put(window[(from + n) % WINDOW]!)
    }
  }
  return Buffer.from(out)
}
