import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { aPerson, type Person, until } from '../test/support/client.ts'
import { pdfOf } from '../test/support/scanned-pdf.ts'
import { startServer } from '../test/support/server.ts'
import { aScan, type DrawnWord, type Scan } from './searchable/pages.ts'

/**
 * Scans made searchable: is every word under its picture? 50 pages, Russian and English, in files of ten.
 * `npm run bench -- searchable [how many pages] [from which]`
 */

const [PAGES = 50, FIRST = 1] = process.argv.slice(2).map(Number)
const IN_A_FILE = 10
const NEAR = 3
const ELSEWHERE = 40
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-searchable-'))
const missed: string[] = []

function claim(name: string, value: number, word: 'at most' | 'at least', limit: number) {
  const ok = word === 'at most' ? value <= limit : value >= limit
  if (!ok) missed.push(name)
  console.log(`ratio ${name} = ${value.toFixed(4)} (${word} ${limit}): ${ok ? 'ok' : 'MISSED'}`)
}

interface Box {
  text: string
  x0: number
  y0: number
  x1: number
  y1: number
}

const PAGE = /<page width="([\d.]+)" height="([\d.]+)">([\s\S]*?)<\/page>/g
const WORD = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)/g
const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Of each page the words as poppler sees them. */
const wordsIn = (path: string): Box[][] =>
  [
    ...execFileSync('pdftotext', ['-bbox', path, '-'], { maxBuffer: 1 << 28 })
      .toString()
      .matchAll(PAGE),
  ].map(([, , , body]) =>
    [...body!.matchAll(WORD)].map(([, x0, y0, x1, y1, text]) => ({
      text: text!.replace(/&(\w+);/g, (all, name) => SIGNS[name] ?? all),
      x0: Number(x0),
      y0: Number(y0),
      x1: Number(x1),
      y1: Number(y1),
    })),
  )

/** A place on the page as people see it, on the page as it lay before the scanner. */
function straightened({ text, x0, y0, x1, y1 }: Box, { turned, turnedBack, width, height }: Scan): Box {
  if (turned === 0 || turnedBack) return { text, x0, y0, x1, y1 }
  if (turned === 1) return { text, x0: y0, x1: y1, y0: height - x1, y1: height - x0 }
  if (turned === 2) return { text, x0: width - x1, x1: width - x0, y0: height - y1, y1: height - y0 }
  return { text, x0: width - y1, x1: width - y0, y0: x0, y1: x1 }
}

function leaning({ lean, width, height }: Scan, x: number, y: number): [number, number] {
  const angle = (lean * Math.PI) / 180
  const [dx, dy] = [x - width / 2, y - height / 2]
  return [
    width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
    height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
  ]
}

/** How far the value lies outside. */
const outside = (value: number, from: number, to: number) => Math.max(0, from - value, value - to)

/**
 * The furthest that an edge is off. Above and below a mark reaches from what is black of the word up to what its font may fill,
 * as high as the line is. Of a leaning word both ends count.
 */
function offBy(scan: Scan, drawn: DrawnWord, found: Box): number {
  const x = (at: number) => leaning(scan, at, (drawn.top + drawn.bottom) / 2)[0]
  const sides = [Math.abs(found.x0 - x(drawn.left)), Math.abs(found.x1 - x(drawn.right))]
  const ends = [drawn.left, drawn.right].flatMap(end => {
    const y = (at: number) => leaning(scan, end, at)[1]
    return [
      outside(found.y0, y(Math.min(drawn.above, drawn.top)), y(drawn.top)),
      outside(found.y1, y(drawn.bottom), y(Math.max(drawn.below, drawn.bottom))),
    ]
  })
  return Math.max(...sides, ...ends)
}

interface Score {
  drawn: number
  read: number
  near: number
  furthest: number
  worst: string
  unread: string[]
  far: string[]
}

/** Each word that was found is one that was drawn, the nearest pairs first: two of the same word are not taken for each other. */
function scoreOf(scan: Scan, seen: Box[]): Score {
  const found = seen.map(box => straightened(box, scan))
  const pairs = scan.words
    .flatMap(word =>
      found.filter(({ text }) => text === word.text).map(box => ({ word, box, off: offBy(scan, word, box) })),
    )
    // Further away it is another place of the same word: this one was not read.
    .filter(({ off }) => off <= ELSEWHERE)
    .sort((a, b) => a.off - b.off)
  const [places, taken] = [new Map<DrawnWord, { box: Box; off: number }>(), new Set<Box>()]
  for (const { word, box, off } of pairs) {
    if (places.has(word) || taken.has(box)) continue
    places.set(word, { box, off })
    taken.add(box)
  }
  const offs = [...places].map(([word, { box, off }]) => ({ word, box, off }))
  const last = offs.at(-1)
  return {
    drawn: scan.words.length,
    read: offs.length,
    near: offs.filter(({ off }) => off <= NEAR).length,
    furthest: last?.off ?? 0,
    worst: last?.word.text ?? '',
    unread: scan.words.filter(word => !places.has(word)).map(({ text }) => text),
    far: offs
      .filter(({ off }) => off > NEAR)
      .map(({ word, box }) => `${word.text} ${edgesOf(word)}, found ${edgesOf(box)}`),
  }
}

const edgesOf = (place: DrawnWord | Box) =>
  ('left' in place ? [place.left, place.top, place.right, place.bottom] : [place.x0, place.y0, place.x1, place.y1])
    .map(edge => edge.toFixed(1))
    .join(' ')

function picturesOf(path: string, name: string): Buffer[] {
  execFileSync('pdfimages', ['-all', path, join(folder, name)])
  return readdirSync(folder)
    .filter(file => file.startsWith(`${name}-`))
    .toSorted()
    .map(file => readFileSync(join(folder, file)))
}

async function madeSearchable(anna: Person, url: string, scan: Buffer): Promise<Buffer> {
  const { id } = await anna.upload('scan.pdf', new Uint8Array(scan))
  const { status, body, text } = await anna.post(`/v1/objects/${id}/pdf/searchable`, {})
  if (status !== 202) throw new Error(`${status} ${text}`)
  const record = await until(
    async () => {
      const { body: now } = await anna.get(`/v1/tasks-status/${body.task_id}`)
      return now.done && now
    },
    'the scan is searchable',
    900,
  )
  if (!record.ok) throw new Error(record.error)
  const headers = { authorization: `Bearer ${anna.token}` }
  return Buffer.from(
    await (await fetch(`${url}/v1/objects/${record.object_ids[0]}/content`, { headers })).arrayBuffer(),
  )
}

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
const scans: Scan[] = []
for (let n = FIRST - 1; n < FIRST - 1 + PAGES; n++)
  scans.push(
    await aScan(n, (deviceScaleFactor, width, height) =>
      browser.newPage({ deviceScaleFactor, viewport: { width, height } }),
    ),
  )
await browser.close()
const server = await startServer({ env: { RATE_LIMITS: 'off' } })
const sum = { drawn: 0, read: 0, near: 0 }
try {
  const anna = await aPerson(server.url)
  for (let from = 0; from < scans.length; from += IN_A_FILE) {
    const part = scans.slice(from, from + IN_A_FILE)
    const file = `file-${from / IN_A_FILE + 1}`
    const [before, after] = [join(folder, `${file}.pdf`), join(folder, `${file}-words.pdf`)]
    const scan = pdfOf(
      part.map(({ jpeg, width, height, turned, turnedBack }) => ({
        jpeg,
        size: turned % 2 === 1 ? [height, width] : [width, height],
        rotate: turnedBack ? 360 - turned * 90 : 0,
      })),
    )
    writeFileSync(before, scan)
    const began = performance.now()
    writeFileSync(after, await madeSearchable(anna, server.url, scan))
    console.log(`${file}: ${part.length} pages in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    const found = wordsIn(after)
    for (const [n, page] of part.entries()) {
      const { drawn, read, near, furthest, worst, unread, far } = scoreOf(page, found[n] ?? [])
      sum.drawn += drawn
      sum.read += read
      sum.near += near
      console.log(
        `  ${FIRST + from + n}. ${page.name}: ${drawn} words, ${read} read, ${near} within ${NEAR} points, furthest ${furthest.toFixed(1)} (${worst})`,
      )
      for (const one of far) console.log(`     off: ${one}`)
      if (unread.length > 0) console.log(`     not read: ${unread.slice(0, 12).join(' ')}`)
    }
    const checked = spawnSync('qpdf', ['--check', after])
    if (checked.status !== 0 || /WARNING|ERROR/.test(`${checked.stdout}${checked.stderr}`))
      missed.push(`qpdf --check ${file}`)
    const [old, now] = [picturesOf(before, `${file}-before`), picturesOf(after, `${file}-after`)]
    const kept =
      old.length === part.length && now.length === old.length && old.every((bytes, at) => bytes.equals(now[at]!))
    if (!kept) missed.push(`pictures of ${file}`)
    console.log(
      `  pictures ${kept ? 'untouched' : 'CHANGED'}, qpdf --check ${checked.status === 0 ? 'clean' : 'NOT CLEAN'}`,
    )
    claim(`size of ${file} / scan`, readFileSync(after).length / scan.length, 'at most', 1.1)
  }
  console.log(
    `${sum.drawn} words drawn, ${sum.read} read, ${sum.near} of these under their picture within ${NEAR} points`,
  )
  claim('words read / drawn', sum.read / sum.drawn, 'at least', 0.98)
  claim(`words within ${NEAR} points / read`, sum.near / sum.read, 'at least', 0.99)
} finally {
  await server.stop()
  if (!process.env.BENCH_KEEP) rmSync(folder, { recursive: true, force: true })
  else console.log(`kept in ${folder}`)
}
if (missed.length > 0) console.log(`MISSED: ${missed.join('; ')}`)
process.exitCode = missed.length > 0 ? 1 : 0
