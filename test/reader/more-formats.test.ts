import { createRequire } from 'node:module'
import { afterAll, expect, test } from 'vitest'
import { aPdf } from '../support/pdf.ts'
import { forgetAll, headingsOf, pagesOf, read, tools, zipOf } from './extracted.ts'

afterAll(forgetAll)

const CONTAINER =
  '<container><rootfiles><rootfile full-path="book/content.opf" media-type="x"/></rootfiles></container>'
const PACKAGE =
  '<package><metadata><dc:title>Тихий двор</dc:title></metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>'
const CHAPTER = '<html><body><h1>Глава</h1><p>Было тихо.</p></body></html>'

test('a book is known wherever its mimetype stands, packed or not, and by its name without one', async () => {
  const parts = { 'book/c.xhtml': CHAPTER, 'META-INF/container.xml': CONTAINER, 'book/content.opf': PACKAGE }
  const book = { kind: 'document', mime: 'application/epub+zip', title: 'Тихий двор', text: 'Глава\n\nБыло тихо.' }
  const said = { ...parts, mimetype: 'application/epub+zip' }
  expect(await read('upload', await zipOf(said, ['mimetype']))).toMatchObject(book)
  expect(await read('book.epub', await zipOf(said))).toMatchObject(book)
  expect(await read('book.epub', await zipOf(parts))).toMatchObject(book)
})

/** A part of today's iWork: messages, each with its number, packed in one block. */
function iwaOf(messages: [type: number, body: Buffer][]): Buffer {
  const { compress } = createRequire(import.meta.url)('snappyjs')
  const info = (type: number, size: number) => field(2, Buffer.concat([number(1, type), number(3, size)]))
  const archives = messages.map(([type, body], n) => {
    const head = Buffer.concat([number(1, n + 1), info(type, body.length)])
    return Buffer.concat([varint(head.length), head, body])
  })
  const block: Buffer = Buffer.from(compress(Buffer.concat(archives)))
  const frame = Buffer.alloc(4)
  frame.writeUIntLE(block.length, 1, 3)
  return Buffer.concat([frame, block])
}

const varint = (value: number): Buffer =>
  value < 0x80
    ? Buffer.from([value])
    : Buffer.concat([Buffer.from([(value & 0x7f) | 0x80]), varint(Math.floor(value / 128))])
const number = (tag: number, value: number) => Buffer.concat([varint(tag * 8), varint(value)])
const field = (tag: number, body: Buffer | string) => {
  const bytes = Buffer.from(body as string)
  return Buffer.concat([varint(tag * 8 + 2), varint(bytes.length), bytes])
}
const storage = (text: string): [number, Buffer] => [2001, Buffer.concat([number(1, 0), field(3, text)])]
const cells = (...texts: string[]): [number, Buffer] => [
  6005,
  Buffer.concat([number(1, 1), ...texts.map((text, n) => field(3, Buffer.concat([number(1, n + 1), field(3, text)])))]),
]

test('Pages, Numbers and Keynote: the texts of their parts, where there is no preview', async () => {
  const letter = `Договор поставки\nПокупатель обязуется оплатить товар. ${'Слово. '.repeat(200)}`.trim()
  const pages = await read('a.pages', await zipOf({ 'Index/Document.iwa': iwaOf([storage(letter)]) }))
  expect(pages).toMatchObject({ kind: 'document', mime: 'application/vnd.apple.pages', text: letter })
  expect(pages.needsManual).toBeNull()

  const numbers = await read(
    'a.numbers',
    await zipOf({ 'Index/Document.iwa': iwaOf([]), 'Index/Tables/DataList-1.iwa': iwaOf([cells('Товар', 'Стол')]) }),
  )
  expect(numbers).toMatchObject({ kind: 'spreadsheet', text: 'Товар\nСтол' })
  expect(numbers.needsManual?.en).toContain('not the numbers')

  const index = await zipOf({
    'Index/Slide-2.iwa': iwaOf([storage('Второй слайд')]),
    'Index/MasterSlide-1.iwa': iwaOf([storage('Образец')]),
    'Index/Slide-1.iwa': iwaOf([storage('Первый слайд')]),
  })
  const keynote = await read('a.key', await zipOf({ 'Talk.key/Index.zip': index }))
  expect(keynote).toMatchObject({ kind: 'presentation' })
  expect(pagesOf(keynote)).toEqual(['Первый слайд', 'Второй слайд'])
})

test.skipIf(!tools.pdftotext)('iWork with a preview is read as it is seen', async () => {
  const preview = aPdf([{ content: 'BT /F1 12 Tf 60 600 Td (Seen by people) Tj ET' }])
  const parts = { 'QuickLook/Preview.pdf': preview, 'Index/Document.iwa': iwaOf([storage('inside')]) }
  expect((await read('a.pages', await zipOf(parts))).text).toBe('Seen by people')
  const damaged = { ...parts, 'QuickLook/Preview.pdf': 'no PDF at all' }
  expect((await read('a.pages', await zipOf(damaged))).text).toBe('inside')
})

test('iWork of 2009 is XML; what is locked says so, and what only bears the name is listed', async () => {
  const xml =
    '<sl:document><sf:metadata><sf:p>no</sf:p></sf:metadata><sf:p>Сводка <sf:span>за май</sf:span></sf:p><sf:p>Итог</sf:p></sl:document>'
  expect((await read('a.pages', await zipOf({ 'index.xml': xml }))).text).toBe('Сводка за май\nИтог')
  const locked = await read('a.pages', await zipOf({ '.iwpv2': 'x', 'Index.zip': 'x' }))
  expect(locked).toMatchObject({ text: '', needsManual: { en: expect.stringContaining('has a password') } })
  expect((await read('my.key', await zipOf({ 'id_rsa.txt': 'x' }))).text).toBe('id_rsa.txt')
})

test('hostile parts of iWork end with a reason', async () => {
  const bomb = Buffer.from('00050000ffffffff0f', 'hex')
  const { text } = await read('a.pages', await zipOf({ 'Index/Document.iwa': bomb }))
  expect(text).toBe('')
  const broken = iwaOf([storage('kept'), [2001, Buffer.from('1aff', 'hex')]])
  expect((await read('a.pages', await zipOf({ 'Index/Document.iwa': broken }))).text).toBe('kept')
})

test('Visio: pages by name, and the words on their shapes', async () => {
  const visio = await zipOf({
    '[Content_Types].xml':
      '<Types><Override PartName="/visio/document.xml" ContentType="application/vnd.ms-visio.drawing.main+xml"/></Types>',
    '_rels/.rels': '<Relationships/>',
    'visio/pages/pages.xml':
      '<Pages><Page ID="0" Name="Схема сети"><Rel r:id="rId2"/></Page><Page ID="1" Name="План"><Rel r:id="rId1"/></Page></Pages>',
    'visio/pages/_rels/pages.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="page2.xml" Type="x/page"/><Relationship Id="rId2" Target="page1.xml" Type="x/page"/></Relationships>',
    'visio/pages/page1.xml':
      '<PageContents><Shapes><Shape><Text><cp IX="0"/>Сервер\n</Text></Shape><Shape><Cell V="5"/><Text>Маршрутизатор</Text></Shape></Shapes></PageContents>',
    'visio/pages/page2.xml': '<PageContents><Shapes><Shape><Text>Комната 5</Text></Shape></Shapes></PageContents>',
  })
  const reading = await read('net.vsdx', visio)
  expect(reading).toMatchObject({ kind: 'document', facts: { page_count: 2 } })
  expect(pagesOf(reading)).toEqual(['Схема сети\n\nСервер\nМаршрутизатор', 'План\n\nКомната 5'])
  expect(headingsOf(reading)).toEqual(['1 Схема сети', '1 План'])
})
