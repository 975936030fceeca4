import { afterAll, describe, expect, test } from 'vitest'
import { forgetAll, headingsOf, pagesOf, read, readCorpus, tools, zipOf } from './extracted.ts'

afterAll(forgetAll)

/** The same document, written by LibreOffice in each of its formats. */
const LINES = [
  'Договор поставки № 17',
  'Поставщик ООО «Ромашка» передаёт, а Покупатель принимает товар 😀 по цене 12 500,50 ₽.',
  'Delivery terms',
  'Goods are delivered within ten days; naïve café & <tag>.',
  'Наименование\tКоличество',
  'Стол дубовый\t4',
  'Вторая страница начинается здесь.',
]
const HEADINGS = ['1 Договор поставки № 17', '2 Delivery terms']

describe('a document', () => {
  test.each(['docx', 'odt', 'rtf', ...(tools.soffice ? ['doc'] : [])])(
    'in %s gives its words, headings and title',
    async format => {
      const reading = await readCorpus(`contract.${format}`)
      expect(reading.text.split('\n')).toEqual(LINES)
      expect(headingsOf(reading)).toEqual(HEADINGS)
      expect(reading).toMatchObject({
        kind: 'document',
        title: 'Договор поставки № 17',
        ocrPages: 0,
        needsManual: null,
      })
    },
  )

  test('in DOCX and DOC breaks its pages where it says', async () => {
    const reading = await readCorpus('contract.docx')
    expect(pagesOf(reading)).toEqual([LINES.slice(0, 6).join('\n'), LINES[6]])
  })

  test('in PDF gives its words by page', async () => {
    const reading = await readCorpus('contract.pdf')
    const words = (text: string) => text.split(/\s+/)
    expect(words(reading.text)).toEqual(words(LINES.join('\n')))
    expect(pagesOf(reading)).toHaveLength(2)
    expect(pagesOf(reading)[1]).toBe('Вторая страница начинается здесь.')
    expect(reading).toMatchObject({
      kind: 'pdf',
      title: 'Договор поставки № 17',
      ocrPages: 0,
      facts: { page_count: 2 },
    })
  })

  test('in HTML is the same', async () => {
    expect((await readCorpus('contract.html')).text.split(/\n+/)).toEqual(LINES)
  })
})

describe('a sheet', () => {
  test.each(['xlsx', 'ods', ...(tools.soffice ? ['xls'] : [])])(
    'in %s gives its cells, dates as dates',
    async format => {
      const reading = await readCorpus(`prices.${format}`)
      expect(reading.text).toBe('sheet\nТовар\tЦена\tДата\nСтул\t1500.5\t2026-03-15\nШкаф 😀\t42000\t2026-04-01')
      expect(reading).toMatchObject({ kind: 'spreadsheet', facts: { sheets: ['sheet'] } })
    },
  )
})

describe('slides', () => {
  test.each(['pptx', 'odp'])('in %s are pages', async format => {
    const reading = await readCorpus(`plan.${format}`)
    expect(pagesOf(reading).map(page => page.split(/\n+/))).toEqual([
      ['План на квартал', 'Выручка выросла 😀', 'Costs went down', 'Не забыть про склад'],
      ['Second slide'],
    ])
    expect(reading.kind).toBe('presentation')
  })
})

const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'

test('Word: styles by number, breaks of the last print, notes, changes, boxes that are written twice', async () => {
  const word = (body: string) => `<w:document xmlns:w="w" xmlns:mc="mc"><w:body>${body}</w:body></w:document>`
  const p = (text: string, before = '') => `<w:p>${before}<w:r><w:t>${text}</w:t></w:r></w:p>`
  const reading = await read(
    'a.docx',
    await zipOf({
      '[Content_Types].xml': TYPES,
      'word/styles.xml': `<w:styles xmlns:w="w"><w:style w:styleId="1"><w:name w:val="heading 1"/></w:style>
        <w:style w:styleId="mine"><w:name w:val="Mine"/><w:basedOn w:val="1"/></w:style></w:styles>`,
      'word/document.xml': word(
        p('Глава', '<w:pPr><w:pStyle w:val="1"/><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr>') +
          '<w:p><w:r><w:t>до</w:t><w:tab/><w:t>после</w:t><w:lastRenderedPageBreak/><w:t>дальше</w:t></w:r></w:p>' +
          '<w:p><w:del><w:r><w:delText>убрано</w:delText></w:r></w:del><w:ins><w:r><w:t>добавлено</w:t></w:r></w:ins></w:p>' +
          `<mc:AlternateContent><mc:Choice>${p('рамка')}</mc:Choice><mc:Fallback>${p('рамка')}</mc:Fallback></mc:AlternateContent>` +
          p('Раздел', '<w:pPr><w:pStyle w:val="mine"/></w:pPr>'),
      ),
      'word/footnotes.xml': word(p('сноска')),
      'docProps/core.xml': '<c:p xmlns:c="c" xmlns:dc="dc"><dc:creator>Анна</dc:creator></c:p>',
    }),
  )
  expect(pagesOf(reading)).toEqual(['Глава\nдо\tпосле', 'дальше\nдобавлено\nрамка\nРаздел\n\nсноска'])
  expect(headingsOf(reading)).toEqual(['1 Глава', '1 Раздел'])
  expect(reading).toMatchObject({ kind: 'document', title: 'Глава', facts: { author: 'Анна' } })
})

test('Excel: sheets in order, formulas’ values, gaps, dates with time, long fractions', async () => {
  const cells = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="D1" t="inlineStr"><is><t>внутри</t></is></c></row>
    <row r="5"><c r="A5"><f>1+2</f><v>0.30000000000000004</v></c><c r="B5" s="1"><v>46096.5</v></c>
    <c r="C5" s="2"><v>0.25</v></c><c r="D5" t="b"><v>1</v></c><c r="E5" t="str"><v>строка</v></c></row>`
  const sheet = (inside: string) => `<worksheet xmlns="m"><sheetData>${inside}</sheetData></worksheet>`
  const reading = await read(
    'a.xlsx',
    await zipOf({
      '[Content_Types].xml': TYPES,
      'xl/workbook.xml':
        '<workbook xmlns="m" xmlns:r="r"><sheets><sheet name="Итоги" sheetId="2" r:id="b"/><sheet name="Empty" sheetId="1" r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Type="x/worksheet" Target="worksheets/one.xml"/><Relationship Id="b" Type="x/worksheet" Target="/xl/worksheets/two.xml"/></Relationships>',
      'xl/sharedStrings.xml':
        '<sst xmlns="m"><si><r><t>общая </t></r><r><t>строка</t></r><rPh><t>звук</t></rPh></si></sst>',
      'xl/styles.xml':
        '<styleSheet xmlns="m"><numFmts><numFmt numFmtId="164" formatCode="dd.mm.yyyy hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="9"/></cellXfs></styleSheet>',
      'xl/worksheets/one.xml': sheet(''),
      'xl/worksheets/two.xml': sheet(cells),
    }),
  )
  expect(pagesOf(reading)).toEqual([
    'Итоги\nобщая строка\t\t\tвнутри\n0.3\t2026-03-15 12:00\t25%\tTRUE\tстрока',
    'Empty',
  ])
  expect(headingsOf(reading)).toEqual(['1 Итоги', '1 Empty'])
})

test('PowerPoint: slides in the order of the show, titles as headings, no numbers of slides', async () => {
  const shape = (type: string, text: string) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
  const slide = (inside: string) => `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld>${inside}</p:cSld></p:sld>`
  const reading = await read(
    'a.pptx',
    await zipOf({
      '[Content_Types].xml': TYPES,
      'ppt/presentation.xml':
        '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="257" r:id="two"/><p:sldId id="256" r:id="one"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="one" Type="x/slide" Target="slides/slide1.xml"/><Relationship Id="two" Type="x/slide" Target="slides/slide2.xml"/></Relationships>',
      'ppt/slides/slide1.xml': slide(shape('title', 'Второй') + shape('sldNum', '2')),
      'ppt/slides/slide2.xml': slide(shape('ctrTitle', 'Первый 😀') + shape('body', 'текст')),
    }),
  )
  expect(pagesOf(reading)).toEqual(['Первый 😀\nтекст', 'Второй'])
  expect(headingsOf(reading)).toEqual(['1 Первый 😀', '1 Второй'])
  expect(reading.title).toBe('Первый 😀')
})

test('EPUB: chapters in reading order, each a page', async () => {
  const chapter = (title: string, text: string) =>
    `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><h2>${title}</h2><p>${text}</p></body></html>`
  const book = await zipOf(
    {
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
      'OPS/book.opf': `<package xmlns:dc="dc"><metadata><dc:title>Книга</dc:title><dc:creator>А. Автор</dc:creator></metadata>
        <manifest><item id="b" href="b%20b.xhtml" media-type="application/xhtml+xml"/><item id="a" href="text/a.xhtml" media-type="application/xhtml+xml"/></manifest>
        <spine><itemref idref="a"/><itemref idref="b"/></spine></package>`,
      'OPS/text/a.xhtml': chapter('Начало', 'Жили-были 😀'),
      'OPS/b b.xhtml': chapter('Конец', 'И всё'),
    },
    ['mimetype'],
  )
  const reading = await read('book.epub', book)
  expect(pagesOf(reading)).toEqual(['Начало\n\nЖили-были 😀', 'Конец\n\nИ всё'])
  expect(headingsOf(reading)).toEqual(['2 Начало', '2 Конец'])
  expect(reading).toMatchObject({ kind: 'document', title: 'Книга', facts: { author: 'А. Автор', page_count: 2 } })
})
