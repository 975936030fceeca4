import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Json } from './client.ts'

/** A security key in software, with every screw in reach: what it signs can be made wrong in one place at a time. */

const UP = 0x01
const UV = 0x04
const AT = 0x40

export interface Twist {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  verified?: boolean
  counter?: number
  userHandle?: string
  /** Signs with a key that nobody knows. */
  otherKey?: boolean
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** As much of CBOR as a passkey needs. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, inner]) => [cbor(key), cbor(inner)])])
}

export class Authenticator {
  readonly id = randomBytes(32)
  counter = 1
  private readonly key: KeyObject
  private readonly publicKey: Buffer
  userHandle = ''
  constructor(private readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.key = privateKey
    const { x, y } = publicKey.export({ format: 'jwk' })
    this.publicKey = cbor(
      new Map<unknown, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    )
  }

  private authData(rpId: string, flags: number, counter: number, attested = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested])
  }

  private clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  create(options: Json, twist: Twist & { statement?: [string, Map<unknown, unknown>] } = {}): Json {
    this.userHandle = options.user.id
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, this.publicKey])
    const flags = UP | AT | (twist.verified === false ? 0 : UV)
    const [format, statement] = twist.statement ?? ['none', new Map()]
    const attestation = cbor(
      new Map<unknown, unknown>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', this.authData(twist.rpId ?? options.rp.id, flags, this.counter, attested)],
      ]),
    )
    const client = this.clientData(
      twist.type ?? 'webauthn.create',
      twist.challenge ?? options.challenge,
      twist.origin ?? this.origin,
    )
    return {
      ...this.named(),
      response: {
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  use(options: Json, twist: Twist = {}): Json {
    this.counter = twist.counter ?? this.counter + 1
    const flags = UP | (twist.verified === false ? 0 : UV)
    const data = this.authData(twist.rpId ?? options.rpId, flags, this.counter)
    const client = this.clientData(
      twist.type ?? 'webauthn.get',
      twist.challenge ?? options.challenge,
      twist.origin ?? this.origin,
    )
    const key = twist.otherKey ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : this.key
    return {
      ...this.named(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), key).toString('base64url'),
        userHandle: twist.userHandle ?? this.userHandle,
      },
    }
  }

  private named() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, authenticatorAttachment: 'platform' }
  }
}
