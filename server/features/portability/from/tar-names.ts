const BLOCK = 512
/** Headers of long names and dates, whose letters must not be cut in two: the parser reads each piece by itself. */
const OF_NAMES = new Set(['x', 'g', 'L', 'K'])
const LONGEST_NAMES = 1024 * 1024

/** The same bytes, in pieces that end outside of such headers. */
export async function* wholeNames(source: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0)
  let body = 0
  for await (const chunk of source) {
    held = held.length > 0 ? Buffer.concat([held, chunk as Buffer]) : (chunk as Buffer)
    let at = 0
    while (at < held.length) {
      if (body > 0) {
        const some = Math.min(body, held.length - at)
        body -= some
        at += some
        continue
      }
      if (held.length - at < BLOCK) break
      const header = held.subarray(at, at + BLOCK)
      const size = Math.ceil(sizeIn(header) / BLOCK) * BLOCK
      const isWhole = at + BLOCK + size <= held.length
      if (OF_NAMES.has(String.fromCharCode(header[156]!)) && size <= LONGEST_NAMES && !isWhole) break
      body = size
      at += BLOCK
    }
    if (at > 0) yield held.subarray(0, at)
    held = held.subarray(at)
  }
  if (held.length > 0) yield held
}

/** In octal letters, or as a number where it is too large for these. */
function sizeIn(header: Buffer): number {
  if (header[124]! & 0x80) return Number(header.readBigUInt64BE(128) & 0x7fff_ffff_ffff_ffffn)
  return Number.parseInt(header.toString('latin1', 124, 136), 8) || 0
}
