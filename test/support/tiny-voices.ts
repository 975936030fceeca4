import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A speaker network small enough to be written here, in the form in which real ones come: it answers the average spectrum of
 * what it hears, without its mean. Enough to tell two synthetic voices apart, and no more.
 */

const varint = (value: number): number[] => {
  const bytes: number[] = []
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest & 127) | 128)
  }
}
const number = (field: number, value: number) => Buffer.from([...varint(field << 3), ...varint(value)])
const bytes = (field: number, value: Uint8Array | string) => {
  const data = Buffer.from(value as string)
  return Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(data.length)]), data])
}
const message = (field: number, ...parts: Buffer[]) => bytes(field, Buffer.concat(parts))

const FLOAT = 1
const INT = 2
const INTS = 7
const BANDS = 80

const dimension = (name: string | number) => message(1, typeof name === 'number' ? number(1, name) : bytes(2, name))
const tensorOf = (field: number, name: string, shape: (string | number)[]) =>
  message(field, bytes(1, name), message(2, message(1, number(1, FLOAT), message(2, ...shape.map(dimension)))))

const mean = (from: string, to: string, axis: number, keep: number) =>
  message(
    1,
    bytes(1, from),
    bytes(2, to),
    bytes(4, 'ReduceMean'),
    message(5, bytes(1, 'axes'), number(8, axis), number(20, INTS)),
    message(5, bytes(1, 'keepdims'), number(3, keep), number(20, INT)),
  )

const FACTS: Record<string, string> = {
  framework: '3d-speaker',
  language: 'English',
  output_dim: String(BANDS),
  sample_rate: '16000',
  normalize_samples: '1',
  feature_normalize_type: '',
  comment: 'tiny',
  url: '',
}

export async function writeTinyVoices(folder: string, card: object): Promise<void> {
  await mkdir(folder, { recursive: true })
  const graph = message(
    7,
    mean('x', 'spectrum', 1, 0),
    mean('spectrum', 'middle', 1, 1),
    message(1, bytes(1, 'spectrum'), bytes(1, 'middle'), bytes(2, 'embedding'), bytes(4, 'Sub')),
    bytes(2, 'tiny'),
    tensorOf(11, 'x', [1, 'frames', BANDS]),
    tensorOf(12, 'embedding', [1, BANDS]),
  )
  const facts = Object.entries(FACTS).map(([key, value]) => message(14, bytes(1, key), bytes(2, value)))
  await writeFile(
    join(folder, 'tiny.onnx'),
    Buffer.concat([number(1, 8), graph, message(8, bytes(1, ''), number(2, 13)), ...facts]),
  )
  await writeFile(join(folder, 'speaker.json'), JSON.stringify(card))
}
