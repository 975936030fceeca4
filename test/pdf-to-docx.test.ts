import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { Zip } from '../server/adapters/reader/formats/zipped.ts'
import { aPdf, streamOf } from './support/pdf.ts'
import { knownTable, pageOfTables } from './support/tables.ts'
import { docxOf as docxIn, office, pdfOfHtml } from './support/to-docx.ts'
import { sampled } from './support/whole.ts'

/** PDF to DOCX: the cells of tables in their row and column, items in their lists, columns one after the other. */

const folder = mkdtempSync(join(tmpdir(), 'dossier-docx-'))
afterAll(() => rmSync(folder, { recursive: true }))

const COUNT = sampled(4, 30)
const GOAL = 0.9

const pdfOf = (html: string) => pdfOfHtml(folder, html)
const docxOf = (pdf: string) => docxIn(folder, pdf)

/** As LibreOffice shows it, with the numbers that it counts itself. */
function shownBy(docx: string): string[] {
  office(folder, docx, 'txt:Text (encoded):UTF8')
  const text = readFileSync(join(folder, 'made.txt'), 'utf8').replace('\ufeff', '')
  return text
    .split('\n')
    .map(line => line.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
}

/** The tables of a Word document, as rows of cells; of each page the first, and how many there are. */
async function tablesOf(path: string): Promise<{ first: string[][]; count: number }[]> {
  const zip = await Zip.open(path)
  const pages: string[][][][] = []
  let tables: string[][][] = []
  let text = ''
  await zip.xml('word/document.xml', {
    open(name, { val }) {
      if (name === 'pStyle' && val === 'Heading1') {
        tables = []
        pages.push(tables)
      } else if (name === 'tbl') tables.push([])
      else if (name === 'tr') tables.at(-1)!.push([])
      else if (name === 'tc') text = ''
    },
    text(said) {
      text += said
    },
    close(name) {
      if (name === 'tc') tables.at(-1)!.at(-1)!.push(text)
    },
  })
  zip.close()
  return pages.map(on => ({ first: on[0] ?? [], count: on.length }))
}

test('cells of tables keep their row and column, with rules and without', async () => {
  const known = Array.from({ length: COUNT }, (_, n) => knownTable(n))
  const pdf = pdfOf(pageOfTables(known))
  const { kept, to } = await docxOf(pdf)
  expect(kept.headings).toBe(COUNT)
  const tables = await tablesOf(to)
  const scores = known.map(({ rows }, n) => {
    const cells = rows.flatMap((row, r) => row.map((cell, c) => cell === (tables[n]?.first[r]?.[c] ?? '')))
    return { right: cells.filter(Boolean).length, all: cells.length }
  })
  const sum = scores.reduce((a, b) => ({ right: a.right + b.right, all: a.all + b.all }))
  console.log(`${sum.right} of ${sum.all} cells of ${COUNT} tables in their row and column`)
  expect(sum.right / sum.all).toBeGreaterThanOrEqual(GOAL)
}, 240_000)

const LISTS = `<p>Стороны договорились о следующем.</p>
<ol><li>Поставщик передаёт товар</li><li>Покупатель платит за него:<ul><li>половину сразу</li><li>остальное потом</li></ul></li>
<li>Договор вступает в силу</li></ol><p>Между списками стоит абзац, за которым счёт продолжается.</p>
<ol start="4"><li>Споры решает суд</li></ol><p>И ещё один список, со своим счётом.</p>
<ol><li>Стол</li><li>Стул</li></ol><p>За ним буквы.</p><ol type="a"><li>first letter</li><li>second letter</li></ol>`

test('items of lists are items of lists that Word counts itself', { tags: ['long'], timeout: 240_000 }, async () => {
  const { kept, to } = await docxOf(pdfOf(`<meta charset="utf-8">${LISTS}`))
  const document = execFileSync('unzip', ['-p', to, 'word/document.xml']).toString()
  const items = [...document.matchAll(/<w:ilvl w:val="(\d)"\/><w:numId w:val="(\d+)"\/>.*?<w:t [^>]*>([^<]*)/g)].map(
    ([, level, list, text]) => `${list}/${level} ${text}`,
  )
  expect(items.slice(0, 8)).toEqual([
    '1/0 Поставщик передаёт товар',
    '1/0 Покупатель платит за него:',
    '2/1 половину сразу',
    '2/1 остальное потом',
    '1/0 Договор вступает в силу',
    '1/0 Споры решает суд',
    '3/0 Стол',
    '3/0 Стул',
  ])
  expect(kept.lists).toBe(items.length)
  const shown = shownBy('made.docx')
  expect(shown).toEqual(
    expect.arrayContaining([
      '1. Поставщик передаёт товар',
      '2. Покупатель платит за него:',
      '3. Договор вступает в силу',
      '4. Споры решает суд',
      '1. Стол',
      '2. Стул',
    ]),
  )
})

const COLUMN = 'The parties have agreed that the goods are to be delivered in the autumn and paid for at once'.split(
  ' ',
)

/** Lines of some words, one under the other. */
const column = (name: string, x: number) =>
  Array.from({ length: 20 }, (_, n) => {
    const words = [`${name}${n + 1}`, ...Array.from({ length: 6 }, (__, at) => COLUMN[(n * 6 + at) % COLUMN.length]!)]
    return `BT /F1 10 Tf ${x} ${680 - n * 14} Td (${words.join(' ')}) Tj ET`
  })

test('two columns are read one after the other and stay columns', { tags: ['long'], timeout: 240_000 }, async () => {
  const heading = 'BT /F1 20 Tf 60 740 Td (A heading that stands over both of the columns here) Tj ET'
  const between =
    'BT /F1 10 Tf 60 380 Td (This line goes from one side of the page to the other one, over both columns of it.) Tj ET'
  const lower = [...column('third', 60), ...column('fourth', 320)].map(line =>
    line.replace(/ (\d+) Td/, (_, y) => ` ${y - 330} Td`),
  )
  // Drawn line by line across the page, as some programs do.
  const upper = column('first', 60).flatMap((line, n) => [line, column('second', 320)[n]!])
  const pdf = join(folder, 'columns.pdf')
  writeFileSync(pdf, aPdf([{ content: [heading, ...upper, between, ...lower].join('\n') }]))
  const { kept, to } = await docxOf(pdf)
  expect(kept).toMatchObject({ columns: 1, not_kept: ['fonts', 'page_layout'] })
  const document = execFileSync('unzip', ['-p', to, 'word/document.xml']).toString()
  expect([...document.matchAll(/<w:cols w:num="(\d)"/g)].map(([, count]) => count)).toEqual(['1', '2', '1', '2', '1'])
  const numbers = (name: string) => Array.from({ length: 20 }, (_, n) => `${name}${n + 1}`)
  const marks = shownBy('made.docx')
    .join(' ')
    .match(/(first|second|third|fourth)\d+|heading|This/g)
  expect(marks).toEqual([
    'heading',
    ...numbers('first'),
    ...numbers('second'),
    'This',
    ...numbers('third'),
    ...numbers('fourth'),
  ])
})

test('bold and slanted words and addresses in the web are kept', { tags: ['long'], timeout: 240_000 }, async () => {
  const html = `<meta charset="utf-8"><p>Оплата <b>в течение пяти дней</b>, <i>без аванса</i>; см.
    <a href="https://example.org/rules?a=1&amp;b=2">правила оплаты</a> и далее.</p>
    <table border="1"><tr><th>Товар</th><th>Цена</th></tr><tr><td>Стол</td><td>100</td></tr></table>`
  const { kept, to } = await docxOf(pdfOf(html))
  expect(kept.not_kept).toEqual(['fonts', 'page_layout'])
  const document = execFileSync('unzip', ['-p', to, 'word/document.xml']).toString()
  const runs = [...document.matchAll(/<w:r>(?:<w:rPr>(.*?)<\/w:rPr>)?<w:t [^>]*>([^<]*)/g)]
  expect(runs.map(([, look = '', text]) => [text, look])).toEqual([
    ['Оплата', ''],
    [' в течение пяти дней,', '<w:b/>'],
    [' без аванса;', '<w:i/>'],
    [' см. ', ''],
    ['правила оплаты', '<w:rStyle w:val="Hyperlink"/>'],
    [' и далее.', ''],
    ['Товар', '<w:b/>'],
    ['Цена', '<w:b/>'],
    ['Стол', ''],
    ['100', ''],
  ])
  expect(document).toContain('<w:hyperlink r:id="link1"><w:r>')
  const relations = execFileSync('unzip', ['-p', to, 'word/_rels/document.xml.rels']).toString()
  expect(relations).toContain('Target="https://example.org/rules?a=1&amp;b=2" TargetMode="External"')
  expect(shownBy('made.docx')[0]).toBe('Оплата в течение пяти дней, без аванса; см. правила оплаты и далее.')
})

/** Two colours beside each other: left red, right blue. */
const twoColours = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: '#ff0000' } })
    .composite([
      { input: { create: { width: 200, height: 200, channels: 3, background: '#0000ff' } }, left: 200, top: 0 },
    ])
    .jpeg({ chromaSubsampling: '4:4:4' })
    .toBuffer()

test('pictures are as fine as in the file and turned as they are shown, within a form, too', async () => {
  const entries = '/Type /XObject /Subtype /Image /Width 400 /Height 200 /ColorSpace /DeviceRGB /BitsPerComponent 8'
  const image = streamOf(await twoColours(), `${entries} /Filter /DCTDecode`)
  const resources = '/Resources << /XObject << /Im 5 0 R >> >>'
  const form = streamOf('/Im Do', `/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Matrix [100 0 0 50 0 0] ${resources}`)
  const placed = [
    '100 0 0 50 60 600 cm /Im Do',
    '1 0 0 1 60 500 cm /Fm Do',
    '-100 0 0 50 160 400 cm /Im Do',
    '0 100 -50 0 110 250 cm /Im Do',
    '100 0 0 -50 60 200 cm /Im Do',
  ].map(one => `q ${one} Q`)
  const page = { lines: ['Five pictures'], content: placed.join('\n'), resources: '/XObject << /Im 5 0 R /Fm 6 0 R >>' }
  const pdf = join(folder, 'pictures.pdf')
  writeFileSync(pdf, aPdf([page], { objects: [image, form] }))
  const { kept, to } = await docxOf(pdf)
  expect(kept).toMatchObject({ pictures: 5, not_kept: ['fonts', 'page_layout'] })
  const shown = []
  for (let n = 1; n <= 5; n++) {
    const bytes = execFileSync('unzip', ['-p', to, `word/media/picture${n}.png`])
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const upperLeft = data[(info.width * 20 + 20) * info.channels]! > 128 ? 'red' : 'blue'
    shown.push(`${info.width}x${info.height} ${upperLeft}`)
  }
  expect(shown).toEqual(['400x200 red', '400x200 red', '400x200 blue', '200x400 blue', '400x200 red'])
})
