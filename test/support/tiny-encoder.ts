import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * An ONNX encoder small enough to be written here: each piece has its row in a table, and the text is what they add up to.
 * Gather(table, input_ids) is the output `last_hidden_state`; whoever runs it takes the mean.
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
const INT64 = 7

const dimension = (name: string | number) => message(1, typeof name === 'number' ? number(1, name) : bytes(2, name))
const tensorOf = (field: number, name: string, type: number, shape: (string | number)[]) =>
  message(field, bytes(1, name), message(2, message(1, number(1, type), message(2, ...shape.map(dimension)))))

/** With `missing` the last pieces have no row, and the model fails at any text that has one of them. */
export async function writeTinyEncoder(
  folder: string,
  vocabulary: string[],
  dim: number,
  { missing = 0, ...card }: { missing?: number; [name: string]: unknown } = {},
) {
  await mkdir(folder, { recursive: true })
  const rows = vocabulary.length - missing
  const table = new Float32Array(rows * dim)
  vocabulary.forEach((piece, row) => {
    // The special pieces say nothing.
    if (!piece.startsWith('[') && row < rows) table[row * dim + (row % dim)] = 1
  })
  const graph = message(
    7,
    message(1, bytes(1, 'table'), bytes(1, 'input_ids'), bytes(2, 'last_hidden_state'), bytes(4, 'Gather')),
    bytes(2, 'tiny'),
    message(
      5,
      number(1, rows),
      number(1, dim),
      number(2, FLOAT),
      bytes(8, 'table'),
      bytes(9, Buffer.from(table.buffer)),
    ),
    tensorOf(11, 'input_ids', INT64, ['batch', 'length']),
    tensorOf(12, 'last_hidden_state', FLOAT, ['batch', 'length', dim]),
  )
  await writeFile(
    join(folder, 'model.onnx'),
    Buffer.concat([number(1, 8), graph, message(8, bytes(1, ''), number(2, 13))]),
  )
  await writeFile(join(folder, 'vocab.txt'), `${vocabulary.join('\n')}\n`)
  await writeFile(join(folder, 'encoder.json'), JSON.stringify({ id: 'tiny', ...card }))
}
