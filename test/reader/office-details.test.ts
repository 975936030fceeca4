import { afterAll, expect, test } from 'vitest'
import { forgetAll, headingsOf, pagesOf, read, zipOf } from './extracted.ts'

afterAll(forgetAll)

const TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
const word = (body: string) => `<w:document xmlns:w="w" xmlns:r="r"><w:body>${body}</w:body></w:document>`
const p = (text: string, before = '') => `<w:p>${before}<w:r><w:t>${text}</w:t></w:r></w:p>`
const relations = (rows: [string, string, string][]) =>
  `<Relationships>${rows.map(([id, type, target]) => `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`).join('')}</Relationships>`

test('Word: numbers that it writes by itself before paragraphs and headings', async () => {
  const level = (n: number, format: string, shown: string) =>
    `<w:lvl w:ilvl="${n}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${shown}"/></w:lvl>`
  const listed = (numId: number, n: number) =>
    `<w:pPr><w:numPr><w:ilvl w:val="${n}"/><w:numId w:val="${numId}"/></w:numPr></w:pPr>`
  const reading = await read(
    'a.docx',
    await zipOf({
      '[Content_Types].xml': TYPES,
      'word/styles.xml': `<w:styles xmlns:w="w"><w:style w:styleId="1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style></w:styles>`,
      'word/numbering.xml': `<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="7">${level(0, 'decimal', '%1.')}${level(1, 'decimal', '%1.%2.')}${level(2, 'russianLower', '%3)')}</w:abstractNum>
        <w:abstractNum w:abstractNumId="8">${level(0, 'bullet', '•')}</w:abstractNum><w:abstractNum w:abstractNumId="9">${level(0, 'upperRoman', '%1.')}</w:abstractNum>
        <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
        <w:num w:numId="3"><w:abstractNumId w:val="9"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="4"/></w:lvlOverride></w:num></w:numbering>`,
      'word/document.xml': word(
        p('Предмет договора', '<w:pPr><w:pStyle w:val="1"/></w:pPr>') +
          p('Арендодатель передаёт.', listed(1, 1)) +
          p('ключи', listed(1, 2)) +
          p('мебель', listed(1, 2)) +
          p('Арендатор принимает.', listed(1, 1)) +
          p('Плата', '<w:pPr><w:pStyle w:val="1"/></w:pPr>') +
          p('Ежемесячно.', listed(1, 1)) +
          p('точка', listed(2, 0)) +
          p('Четвёртая', listed(3, 0)) +
          p('Без номера', '<w:pPr><w:pStyle w:val="1"/><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr>'),
      ),
    }),
  )
  expect(reading.text.split('\n')).toEqual([
    '1. Предмет договора',
    '1.1. Арендодатель передаёт.',
    'а) ключи',
    'б) мебель',
    '1.2. Арендатор принимает.',
    '2. Плата',
    '2.1. Ежемесячно.',
    'точка',
    'IV. Четвёртая',
    'Без номера',
  ])
  expect(headingsOf(reading)).toEqual(['1 Предмет договора', '1 Плата', '1 Без номера'])
  expect(reading.title).toBe('Предмет договора')
})

const CHART = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Выручка</a:t></a:r></a:p></c:rich></c:tx></c:title>
  <c:ser><c:tx><c:strRef><c:f>A1</c:f><c:strCache><c:pt><c:v>Север</c:v></c:pt></c:strCache></c:strRef></c:tx>
  <c:cat><c:strRef><c:strCache><c:pt><c:v>май</c:v></c:pt><c:pt><c:v>июнь</c:v></c:pt></c:strCache></c:strRef></c:cat>
  <c:val><c:numRef><c:f>B1</c:f><c:numCache><c:formatCode>General</c:formatCode><c:pt><c:v>10</c:v></c:pt><c:pt><c:v>12.5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:chart></c:chartSpace>`

test('Word: charts, pages put in whole, boxes on a word, hidden words, old numbers of a changed paragraph', async () => {
  const reading = await read(
    'a.docx',
    await zipOf({
      '[Content_Types].xml': TYPES,
      'word/document.xml': word(
        `<w:p><w:r><w:t>слово</w:t></w:r><w:r><w:txbxContent>${p('рамка')}</w:txbxContent></w:r><w:r><w:t>дальше</w:t></w:r></w:p>` +
          '<w:p><w:pPr><w:pStyle w:val="a"/><w:pPrChange><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:pPrChange></w:pPr><w:r><w:rPr><w:vanish/></w:rPr><w:t>тайна</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>явь</w:t></w:r></w:p>',
      ),
      'word/_rels/document.xml.rels': relations([
        ['a', 'chart', 'charts/chart1.xml'],
        ['b', 'aFChunk', 'afchunk.html'],
      ]),
      'word/charts/chart1.xml': CHART,
      'word/afchunk.html': '<html><body><p>Вставлено целиком</p></body></html>',
    }),
  )
  expect(reading.text).toBe('слово\nрамка\nдальше\nявь\n\nВыручка\n\tмай\tиюнь\nСевер\t10\t12.5\n\nВставлено целиком')
  expect(reading.headings).toEqual([])
})

test('Excel: comments, talks, boxes and titles of charts', async () => {
  const book = (beside: [string, string, string][]) => ({
    '[Content_Types].xml': TYPES,
    'xl/workbook.xml': '<workbook xmlns="m" xmlns:r="r"><sheets><sheet name="Лист" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations([['a', 'worksheet', 'worksheets/s.xml']]),
    'xl/worksheets/s.xml': '<worksheet xmlns="m"><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
    'xl/worksheets/_rels/s.xml.rels': relations(beside),
    'xl/comments1.xml':
      '<comments xmlns="m"><authors><author>Анна</author></authors><commentList><comment ref="A1"><text><r><t>проверить </t></r><r><t>сумму</t></r></text></comment></commentList></comments>',
    'xl/threadedComments/t.xml':
      '<T xmlns="t"><threadedComment ref="A1"><text>уже проверено</text></threadedComment></T>',
    'xl/drawings/d.xml': '<d:wsDr xmlns:d="d" xmlns:a="a"><a:p><a:r><a:t>подпись</a:t></a:r></a:p></d:wsDr>',
    'xl/drawings/_rels/d.xml.rels': relations([['c', 'chart', '../charts/chart1.xml']]),
    'xl/charts/chart1.xml': CHART,
  })
  const comments: [string, string, string] = ['b', 'comments', '../comments1.xml']
  const drawing: [string, string, string] = ['c', 'drawing', '../drawings/d.xml']
  const old = await read('a.xlsx', await zipOf(book([drawing, comments])))
  expect(old.text).toBe('Лист\n1\nподпись\nВыручка\nпроверить сумму')
  const talk = await read(
    'a.xlsx',
    await zipOf(book([comments, ['d', 'threadedComment', '../threadedComments/t.xml']])),
  )
  expect(talk.text).toBe('Лист\n1\nуже проверено')
})

test('PowerPoint: charts and comments, without numbers of slides', async () => {
  const reading = await read(
    'a.pptx',
    await zipOf({
      '[Content_Types].xml': TYPES,
      'ppt/presentation.xml': '<p:presentation xmlns:p="p"/>',
      'ppt/slides/slide1.xml':
        '<p:sld xmlns:p="p" xmlns:a="a"><p:sp><a:p><a:r><a:t>Итоги</a:t></a:r></a:p></p:sp><p:sp><a:p><a:fld type="slidenum"><a:t>1</a:t></a:fld></a:p></p:sp></p:sld>',
      'ppt/slides/_rels/slide1.xml.rels': relations([
        ['a', 'chart', '../charts/c.xml'],
        ['b', 'comments', '../comments/c.xml'],
      ]),
      'ppt/charts/c.xml': CHART,
      'ppt/comments/c.xml': '<p:cmLst xmlns:p="p"><p:cm><p:pos x="1"/><p:text>переделать</p:text></p:cm></p:cmLst>',
    }),
  )
  expect(pagesOf(reading)).toEqual(['Итоги\n\nВыручка\n\tмай\tиюнь\nСевер\t10\t12.5\n\nпеределать'])
})

test('a part beside the text that is damaged does not keep the text from being read', async () => {
  const zip = await zipOf(
    {
      '[Content_Types].xml': TYPES,
      'word/document.xml': word(p('Целый текст')),
      'word/footnotes.xml': word(p('сноска '.repeat(200))),
    },
    ['word/document.xml'],
  )
  // In the middle of what is packed, behind the names of the parts before it.
  const at = zip.lastIndexOf('word/footnotes.xml', zip.lastIndexOf('PK\u0001\u0002') - 1) + 18
  zip.fill(0xff, at, at + 12)
  expect((await read('a.docx', zip)).text).toBe('Целый текст')
})

const odf = (kind: string, content: string, styles = '') =>
  zipOf(
    {
      mimetype: `application/vnd.oasis.opendocument.${kind}`,
      'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:style="s" xmlns:draw="d" xmlns:svg="v" xmlns:table="b" xmlns:dc="c">${content}</office:document-content>`,
      'styles.xml': `<office:document-styles xmlns:office="o" xmlns:style="s" xmlns:text="t">${styles}</office:document-styles>`,
    },
    ['mimetype'],
  )

test('OpenDocument text: numbers, notes and comments at the end, boxes apart, heads and feet of pages', async () => {
  const lists = `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
    <text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")" text:display-levels="1"/></text:list-style>`
  const item = (inside: string) => `<text:list-item>${inside}</text:list-item>`
  const t = (text: string) => `<text:p>${text}</text:p>`
  const reading = await read(
    'a.odt',
    await odf(
      'text',
      `<style:s>${lists}</style:s><office:body>
      <text:h text:outline-level="1">Глава</text:h>
      <text:list text:style-name="L">${item(t('раз'))}${item([t('два'), t('ещё'), `<text:list>${item(t('внутри'))}</text:list>`].join(''))}</text:list>
      ${t('между')}<text:list text:style-name="L" text:continue-numbering="true">${item(t('три'))}</text:list>
      ${t('Слово<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>сноска</text:p></text:note-body></text:note> дальше<office:annotation><dc:creator>Анна</dc:creator><dc:date>2026-01-01</dc:date><text:p>замечание</text:p></office:annotation>.')}
      ${t('до<draw:frame><svg:title>имя</svg:title><draw:text-box><text:p>рамка</text:p></draw:text-box></draw:frame>после')}</office:body>`,
      '<text:outline-style><text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/></text:outline-style><style:master-page><style:header><text:p>Вверху страницы</text:p></style:header></style:master-page>',
    ),
  )
  expect(reading.text.split(/\n+/)).toEqual([
    'I. Глава',
    '1. раз',
    '2. два',
    'ещё',
    'a) внутри',
    'между',
    '3. три',
    'Слово дальше.',
    'до',
    'рамка',
    'после',
    'сноска',
    'замечание',
    'Вверху страницы',
  ])
  expect(headingsOf(reading)).toEqual(['1 Глава'])
})

test('OpenDocument sheet: comments stand apart from the cells', async () => {
  const reading = await read(
    'a.ods',
    await odf(
      'spreadsheet',
      '<office:body><table:table table:name="Лист"><table:table-row><table:table-cell><office:annotation><dc:creator>Анна</dc:creator><text:p>проверить</text:p></office:annotation><text:p>12</text:p></table:table-cell><table:table-cell><text:p>13</text:p></table:table-cell></table:table-row></table:table></office:body>',
    ),
  )
  expect(reading.text).toBe('Лист\n12\t13\n\nпроверить')
})
