import { createHash, sign } from 'node:crypto'
import type { Signer } from './certificate.ts'

/**
 * A detached CMS signature as PAdES baseline wants it (ETSI EN 319 142-1, B-B): the digest of the document and that of the
 * certificate are signed; the time stands in the PDF file itself.
 */

const TAG = { integer: 0x02, octets: 0x04, nothing: 0x05, oid: 0x06, sequence: 0x30, set: 0x31 }

function length(size: number): Buffer {
  if (size < 0x80) return Buffer.from([size])
  const hex = size.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), length(body.length), body])
}

const sequence = (...parts: Buffer[]) => tlv(TAG.sequence, ...parts)
const set = (...parts: Buffer[]) => tlv(TAG.set, ...parts.toSorted(Buffer.compare))
const octets = (bytes: Buffer) => tlv(TAG.octets, bytes)
const ONE = tlv(TAG.integer, Buffer.from([1]))
const NOTHING = tlv(TAG.nothing)

function oid(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number)
  const bytes = [first! * 40 + second!]
  for (const part of rest) {
    const group = [part & 0x7f]
    for (let left = part >> 7; left > 0; left >>= 7) group.unshift((left & 0x7f) | 0x80)
    bytes.push(...group)
  }
  return tlv(TAG.oid, Buffer.from(bytes))
}

const OID = {
  data: oid('1.2.840.113549.1.7.1'),
  signedData: oid('1.2.840.113549.1.7.2'),
  contentType: oid('1.2.840.113549.1.9.3'),
  messageDigest: oid('1.2.840.113549.1.9.4'),
  signingCertificateV2: oid('1.2.840.113549.1.9.16.2.47'),
  sha256: oid('2.16.840.1.101.3.4.2.1'),
  rsaWithSha256: oid('1.2.840.113549.1.1.11'),
  ecdsaWithSha256: oid('1.2.840.10045.4.3.2'),
}

/** What follows a tag and its length, and where the next one begins. */
function partAt(bytes: Buffer, at: number): { start: number; end: number } {
  let size = bytes[at + 1]!
  let start = at + 2
  if (size >= 0x80) {
    const count = size & 0x7f
    size = bytes.readUIntBE(start, count)
    start += count
  }
  return { start, end: start + size }
}

/** Serial number and issuer as they stand in the certificate, byte for byte. */
function issuerAndSerial(certificate: Buffer): Buffer {
  const outer = partAt(certificate, 0)
  let at = partAt(certificate, outer.start).start
  const take = () => {
    const part = certificate.subarray(at, partAt(certificate, at).end)
    at += part.length
    return part
  }
  // The version may be left out; it has a tag of its own.
  if (certificate[at] === 0xa0) take()
  const serial = take()
  take()
  return sequence(take(), serial)
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

export function signatureOf({ key, certificate, chain }: Signer, digest: Buffer): Buffer {
  const attribute = (name: Buffer, value: Buffer) => sequence(name, set(value))
  const attributes = [
    attribute(OID.contentType, OID.data),
    attribute(OID.messageDigest, octets(digest)),
    attribute(OID.signingCertificateV2, sequence(sequence(sequence(octets(sha256(certificate.raw)))))),
  ]
  const signedSet = set(...attributes)
  const algorithm =
    key.asymmetricKeyType === 'rsa' ? sequence(OID.rsaWithSha256, NOTHING) : sequence(OID.ecdsaWithSha256)
  const signer = sequence(
    ONE,
    issuerAndSerial(certificate.raw),
    sequence(OID.sha256, NOTHING),
    // The same set under the tag that its place in the structure asks for.
    Buffer.concat([Buffer.from([0xa0]), signedSet.subarray(1)]),
    algorithm,
    octets(sign('sha256', signedSet, key)),
  )
  const signed = sequence(
    ONE,
    set(sequence(OID.sha256, NOTHING)),
    sequence(OID.data),
    tlv(0xa0, certificate.raw, ...chain.map(each => each.raw)),
    set(signer),
  )
  return sequence(OID.signedData, tlv(0xa0, signed))
}
