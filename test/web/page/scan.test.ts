import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Corners, findPaper } from '../../../web/features/scan/paper.ts'
import { pdfOf } from '../../../web/features/scan/pdf.ts'
import { cleanUp, sheetSize, straighten, turned } from '../../../web/features/scan/straighten.ts'
import { aReceipt, photoOf, type Shot } from '../../support/photo-of-paper.ts'

const [WIDTH, HEIGHT] = [180, 240]
const LINES = ['Shop receipt', 'Bread 3,20', 'Milk 1,80', 'Total 5,00']

const wood = (x: number, y: number): [number, number, number] => {
  const grain = 18 * Math.sin(y / 5 + Math.sin(x / 30) * 2)
  return [110 + grain, 78 + grain, 50 + grain]
}
const shots: Record<string, Partial<Shot> & { paper?: string }> = {
  'straight on a dark table': { table: () => [40, 42, 45] },
  'a slant, on wood': {
    table: wood,
    corners: [
      [0.22, 0.12],
      [0.83, 0.2],
      [0.92, 0.88],
      [0.08, 0.8],
    ],
  },
  'lying on its side': {
    table: wood,
    corners: [
      [0.9, 0.2],
      [0.86, 0.78],
      [0.1, 0.72],
      [0.12, 0.26],
    ],
  },
  'a shadow over it': { table: () => [70, 60, 55], light: x => 1 - 0.35 * x },
  'a blue sheet on a light table': { table: () => [226, 224, 220], paper: '#7fa8d9' },
}

/** How far the found corners are from the true ones, whichever of them is called the first. */
function farthest(found: Corners, wanted: number[][]): number {
  const turns = [0, 1, 2, 3].map(turn =>
    Math.max(
      ...found.map(({ x, y }, at) => Math.hypot(x - wanted[(at + turn) % 4]![0]!, y - wanted[(at + turn) % 4]![1]!)),
    ),
  )
  return Math.min(...turns)
}

test.each(Object.entries(shots))('the sheet is found: %s', async (_, { paper, ...shot }) => {
  const corners = shot.corners ?? [
    [0.15, 0.1],
    [0.85, 0.12],
    [0.86, 0.9],
    [0.13, 0.88],
  ]
  const { data } = await photoOf(aReceipt(LINES, { paper }), {
    table: () => [0, 0, 0],
    ...shot,
    corners,
    width: WIDTH,
    height: HEIGHT,
  })
  const found = findPaper({ data, width: WIDTH, height: HEIGHT })
  expect(found).toBeDefined()
  expect(farthest(found!, corners)).toBeLessThan(0.03)
  // From the top left, clockwise.
  expect(found![0].x + found![0].y).toBeLessThanOrEqual(Math.min(...found!.map(({ x, y }) => x + y)) + 1e-9)
})

test('where there is no sheet none is found', () => {
  const noise = new Uint8ClampedArray(WIDTH * HEIGHT * 4)
  for (let at = 0, seed = 7; at < noise.length; at++) {
    seed = (seed * 1103515245 + 12345) % 2147483648
    noise[at] = seed >> 16
  }
  expect(findPaper({ data: noise, width: WIDTH, height: HEIGHT })).toBeUndefined()
  const grey = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(120)
  expect(findPaper({ data: grey, width: WIDTH, height: HEIGHT })).toBeUndefined()
})

test('a slanted sheet becomes straight, its paper white and its ink dark', async () => {
  const corners = shots['a slant, on wood']!.corners!
  const [width, height] = [720, 960]
  const { data } = await photoOf(aReceipt(LINES), { table: wood, light: x => 0.9 - 0.3 * x, corners, width, height })
  const places = corners.map(([x, y]) => ({ x, y })) as Corners
  const size = sheetSize(places, { width, height }, 600)
  const sheet = straighten({ data, width, height }, places, size)
  cleanUp(sheet)
  const wanted = await sharp(Buffer.from(aReceipt(LINES)))
    .resize(size.width, size.height, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer()
  let [apart, paper] = [0, 0]
  for (let at = 0; at < wanted.length; at++) {
    apart += Math.abs(wanted[at]! - sheet.data[at * 4 + 1]!) / wanted.length
    if (wanted[at]! > 200 && sheet.data[at * 4 + 1]! > 225) paper += 1
  }
  expect(apart).toBeLessThan(12)
  expect(paper / wanted.filter(value => value > 200).length).toBeGreaterThan(0.95)
})

test('a quarter turn to the right, and four make none', () => {
  const data = Uint8ClampedArray.from([1, 2, 3, 4, 5, 6].flatMap(value => [value, 0, 0, 255]))
  const reds = ({ data: of }: { data: Uint8ClampedArray }) => [...of].filter((_, at) => at % 4 === 0)
  const once = turned({ data, width: 3, height: 2 }, 1)
  expect({ ...once, data: reds(once) }).toEqual({ data: [4, 1, 5, 2, 6, 3], width: 2, height: 3 })
  expect(reds(turned({ data, width: 3, height: 2 }, 4))).toEqual([1, 2, 3, 4, 5, 6])
})

test('pictures become the pages of a sound PDF, byte for byte', async () => {
  const pictures = await Promise.all(
    [
      [60, 90],
      [90, 40],
    ].map(async ([width, height]) => {
      const create = { width: width!, height: height!, channels: 3, background: '#cc3344' } as const
      return { bytes: await sharp({ create }).jpeg().toBuffer(), width: width!, height: height! }
    }),
  )
  const made = pdfOf(
    pictures.map(({ bytes, width, height }) => ({ jpeg: new Blob([new Uint8Array(bytes)]), width, height })),
  )
  const folder = mkdtempSync(join(tmpdir(), 'dossier-scan-test-'))
  try {
    const path = join(folder, 'scan.pdf')
    const bytes = Buffer.from(await made.arrayBuffer())
    writeFileSync(path, bytes)
    expect(execFileSync('qpdf', ['--check', path], { encoding: 'utf8' })).toContain(
      'No syntax or stream encoding errors',
    )
    expect(execFileSync('pdfinfo', ['-l', '2', path], { encoding: 'utf8' })).toMatch(
      /Page +1 size: +561\.33 x 842 pts[\s\S]*Page +2 size: +842 x 374\.22/,
    )
    for (const { bytes: picture } of pictures) expect(bytes.includes(picture)).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
