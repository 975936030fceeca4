import { constants, deflateRawSync } from 'node:zlib'

/** Little files that are large inside. */

const BLOCK = 1024 * 1024

/** `size` bytes of the same words, packed: one packed block again and again, so that it takes no time to make. */
export function swollen(size: number, words: string, head = ''): Buffer<ArrayBuffer> {
  const pack = (bytes: Buffer) => deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const block = Buffer.alloc(Math.floor(BLOCK / words.length) * words.length, words)
  const packed = pack(block)
  const count = Math.ceil(size / block.length)
  const begin = Buffer.concat([Buffer.from([0x78, 0xda]), head ? pack(Buffer.from(head)) : Buffer.alloc(0)])
  const end = deflateRawSync(Buffer.alloc(0))
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(adler(Buffer.from(head), block, count))
  return Buffer.from(Buffer.concat([begin, ...Array.from({ length: count }, () => packed), end, sum]))
}

const PRIME = 65521n

function adler(head: Buffer, block: Buffer, count: number): number {
  let [a, b] = sums(head, 1n, 0n)
  const [plain, weighted] = sums(block, 0n, 0n)
  for (let n = 0; n < count; n++) {
    b = (b + BigInt(block.length) * a + weighted) % PRIME
    a = (a + plain) % PRIME
  }
  return Number((b << 16n) | a) >>> 0
}

function sums(bytes: Buffer, first: bigint, second: bigint): [bigint, bigint] {
  let [a, b] = [Number(first), Number(second)]
  for (const byte of bytes) {
    a = (a + byte) % 65521
    b = (b + a) % 65521
  }
  return [BigInt(a), BigInt(b)]
}

/** A file whose pages lie in a stream of objects that is `size` bytes long. */
export function packedPdf(size: number): Buffer<ArrayBuffer> {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ]
  let at = 0
  const places = objects.map((body, n) => {
    const place = `${n + 1} ${at}`
    at += body.length + 1
    return place
  })
  const index = `${places.join(' ')} `
  const inside = swollen(size, '          ', `${index}${objects.join('\n')}\n`)
  const parts = [Buffer.from('%PDF-1.7\n')]
  const stream = Buffer.concat([
    Buffer.from(
      `5 0 obj\n<< /Type /ObjStm /N ${objects.length} /First ${index.length} /Filter /FlateDecode /Length ${inside.length} >>\nstream\n`,
    ),
    inside,
    Buffer.from('\nendstream\nendobj\n'),
  ])
  const start = parts[0]!.length + stream.length
  const row = (kind: number, second: number, third: number) => {
    const bytes = Buffer.alloc(7)
    bytes[0] = kind
    bytes.writeUInt32BE(second, 1)
    bytes.writeUInt16BE(third, 5)
    return bytes
  }
  const table = Buffer.concat([
    row(0, 0, 0),
    ...objects.map((_, n) => row(2, 5, n)),
    row(1, parts[0]!.length, 0),
    row(1, start, 0),
  ])
  const tail = Buffer.concat([
    Buffer.from(`6 0 obj\n<< /Type /XRef /Size 7 /W [1 4 2] /Root 1 0 R /Length ${table.length} >>\nstream\n`),
    table,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`),
  ])
  return Buffer.from(Buffer.concat([...parts, stream, tail]))
}
