import { afterAll, expect, test } from 'vitest'
import { aPdf } from '../support/pdf.ts'
import { at, encoded, forgetAll, headingsOf, pagesOf, read, tools } from './extracted.ts'

afterAll(forgetAll)

const RUSSIAN =
  'Договор аренды от 12 марта. Арендатор обязуется вносить плату ежемесячно; съезд, юность.\nЩука плавает.\n'
const CYRILLIC = ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic']

test.each(CYRILLIC)('a Russian text in %s is recognised, be it long, short or in capitals', async encoding => {
  for (const text of [RUSSIAN, 'Привет, мир', 'СЧЕТ НА ОПЛАТУ', 'Invoice 5 для ООО Ромашка, total 100 EUR']) {
    const reading = await read('a.txt', encoded(text, encoding))
    expect([reading.text, reading.kind]).toEqual([text, 'text'])
  }
})

test('UTF-8 and UTF-16, with a mark and without', async () => {
  const wide = Buffer.from(RUSSIAN, 'utf16le')
  const marked = Buffer.from(`\ufeff${RUSSIAN}`, 'utf16le')
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()
  for (const bytes of [
    wide,
    swapped(wide),
    marked,
    swapped(marked),
    Buffer.from(RUSSIAN),
    Buffer.from(`\ufeff${RUSSIAN}`),
  ])
    expect(await read('a.txt', bytes)).toMatchObject({ text: RUSSIAN, kind: 'text', mime: 'text/plain' })
})

test('UTF-32, with a mark and without, is a text', async () => {
  const wide = (text: string, little: boolean) => {
    const bytes = Buffer.alloc([...text].length * 4)
    for (const [n, sign] of [...text].entries())
      bytes[little ? 'writeUInt32LE' : 'writeUInt32BE'](sign.codePointAt(0)!, n * 4)
    return bytes
  }
  for (const text of [`${RUSSIAN}😀`, 'Plain words.'])
    for (const little of [true, false])
      for (const mark of ['\ufeff', ''])
        expect(await read('a.txt', wide(mark + text, little))).toMatchObject({ text, kind: 'text', mime: 'text/plain' })
})

test.each([
  ['windows-1250', 'Książka leży na stole, a żółta łódź płynie przez rzekę; świeże pączki.'],
  ['iso-8859-2', 'Książka leży na stole, a żółta łódź płynie przez rzekę; świeże pączki.'],
  ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy. Smlouva o dílo, cena 5 000 Kč.'],
  ['iso-8859-2', 'Příliš žluťoučký kůň úpěl ďábelské ódy. Smlouva o dílo, cena 5 000 Kč.'],
  ['windows-1250', 'Az árvíztűrő tükörfúrógép működik; a szerződő felek megállapodnak, hogy a vevő fizet.'],
  ['windows-1250', 'Consiliul a hotărât că părţile vor plăti în trei luni; înţelegerea este semnată şi datată.'],
  [
    'windows-1254',
    'Sözleşme şartları aşağıda belirtilmiştir; alıcı ödemeyi on gün içinde yapacağını kabul eder. İstanbul',
  ],
  [
    'windows-1257',
    'Sutartis įsigalioja nuo pasirašymo dienos; pirkėjas įsipareigoja sumokėti už prekes ir žinių šaltinį.',
  ],
  ['windows-1257', 'Līgums stājas spēkā ar parakstīšanas brīdi; pircējs apņemas samaksāt par precēm šķūnī.'],
  ['windows-1252', 'Le café est très agréable, garçon; où êtes-vous passés, chère Hélène? Ça ira bientôt.'],
  ['windows-1252', 'Der Käufer verpflichtet sich, die Ware zu prüfen; Größe und Maße gemäß Anhang. Straße, Öl.'],
  ['windows-1252', 'El comprador pagará el año próximo; ¿qué más? Mañana será otro día, señor Núñez.'],
])('a text in %s is recognised by the language: %s', async (encoding, text) => {
  expect((await read('a.txt', encoded(text, encoding))).text).toBe(text)
})

test('Western, Japanese and Chinese texts', async () => {
  const western = 'Le café est très agréable, garçon; naïve Münchner Straße.'
  expect((await read('a.txt', encoded(western, 'windows-1252'))).text).toBe(western)
  const japanese = Buffer.from('82b182ea82cd93fa967b8cea82cc8365834c8358836782c582b78142', 'hex')
  expect((await read('a.txt', japanese)).text).toBe('これは日本語のテキストです。')
})

test('line ends become \\n, NUL and half pairs become a sign, and the page is the whole text', async () => {
  const reading = await read('a.txt', 'один\r\nдва\rтри 😀\n')
  expect(reading.text).toBe('один\nдва\nтри 😀\n')
  expect(reading.pages).toEqual([{ page: 1, char_start: 0, char_end: 15 }])
  expect(await read('empty.txt', '')).toMatchObject({
    text: '',
    pages: [],
    headings: [],
    kind: 'text',
    needsManual: null,
  })
})

test('Markdown keeps its signs and tells its headings', async () => {
  const source = '---\ntitle: Отчёт\n---\n# Первый 😀\n\ntext\n\n```\n# not\n```\nВторой\n------\n\n### Third ###\n'
  const reading = await read('a.md', source)
  expect(reading.text).toBe(source)
  expect(headingsOf(reading)).toEqual(['1 Первый 😀', '2 Второй', '3 Third'])
  expect(reading.title).toBe('Отчёт')
})

test('letters that JSON and XML write as numbers are letters', async () => {
  const json = await read('a.json', '{"name": "\\u0414\\u043e\\u043c \\ud83d\\ude00", "quoted": "\\\\u0041"}')
  expect(json.text).toBe('{"name": "Дом 😀", "quoted": "\\\\u0041"}')
  const xml = '<?xml version="1.0" encoding="windows-1251"?><r><a n="Стол">Иванов &#1040;&#x1F600; &lt;</a></r>'
  expect((await read('a.xml', encoded(xml, 'windows-1251'))).text).toContain('<a n="Стол">Иванов А😀 &lt;</a>')
})

test('CSV stays as it is', async () => {
  const csv = 'Товар;Цена\r\n"Стол; дубовый";1500\r\n'
  expect(await read('a.csv', encoded(csv, 'windows-1251'))).toMatchObject({
    mime: 'text/csv',
    text: 'Товар;Цена\n"Стол; дубовый";1500\n',
  })
})

test('HTML: a space that must not break keeps two words apart', async () => {
  const page = '<html><p>в&nbsp;Москве и&#160;в <b>Туле</b>&nbsp;<i>тоже</i> </p></html>'
  expect((await read('a.html', page)).text).toBe('в\u00a0Москве и\u00a0в Туле\u00a0тоже')
  const inner = '&lt;h1&gt;A page&lt;/h1&gt; in it'
  const framed = `<html><p>Before</p><iframe srcdoc="${inner}">no frames</iframe><p>after</p></html>`
  expect((await read('f.html', framed)).text).toBe('Before\n\nA page\n\nin it\n\nafter')
})

test('a FictionBook is read without its marks, in the encoding that it names', async () => {
  const book = `<?xml version="1.0" encoding="windows-1251"?><FictionBook xmlns="f"><description><title-info><genre>prose</genre><author><first-name>Анна</first-name><last-name>Лесная</last-name></author><book-title>Тихий двор</book-title></title-info><document-info><author><nickname>x</nickname></author></document-info></description><body><section><title><p>Глава первая</p></title><p>Было <emphasis>тихо</emphasis>.</p><p>Шёл снег.</p></section></body><binary id="c">AAAA</binary></FictionBook>`
  const reading = await read('book.fb2', encoded(book, 'windows-1251'))
  expect(reading).toMatchObject({
    title: 'Тихий двор',
    text: 'Глава первая\n\nБыло тихо.\nШёл снег.',
    facts: { author: 'Анна Лесная' },
  })
  expect(headingsOf(reading)).toEqual(['1 Глава первая'])
})

test('a log with a few NULs is a text', async () => {
  const log = `${'2026-01-01 12:00:00 started and ended\n'.repeat(40)}\0\0\0`
  expect(await read('a.log', log)).toMatchObject({ kind: 'text' })
  expect(await read('a.bin', Buffer.alloc(100))).toMatchObject({ kind: 'other' })
})

test('HTML is read as it is seen, in the charset that it declares', async () => {
  const html = `<html><head><meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><title>Прайс</title>
    <style>p {}</style></head><body><h1>Цены &amp; сроки</h1><p>Сто<br>рублей</p><script>var скрыто</script>
    <ul><li>один</li><li>два</li></ul><table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table><pre>x  y</pre></body></html>`
  const reading = await read('page.html', encoded(html, 'koi8-r'))
  expect(reading.text).toBe('Цены & сроки\n\nСто\nрублей\n\nодин\nдва\n\na\tb\nc\n\nx  y')
  expect(headingsOf(reading)).toEqual(['1 Цены & сроки'])
  expect(reading.title).toBe('Прайс')
})

test('RTF: code pages, Unicode, tables, headings, pages', async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1251\deff0{\fonttbl{\f0\fnil\fcharset204 Arial;}{\f1\fcharset0 Times;}}
{\stylesheet{\s1\outlinelevel0 heading 1;}}{\info{\title \'c4\'ee\'ec}{\author A}}
{\*\generator Nothing;}\pard\s1 {\f0\'c7\'e0\'e3\'ee\'eb\'ee\'e2\'ee\'ea}\par\pard\plain\f1 caf\u233? \u1076?\u1086?\u1084? {\uc2\u-10179??\u-8704??}!\par
{\pict\pngblip 89504e47}A\cell B\cell\row \page\lquote x\rquote\emdash\~\{\}\par}`
  const reading = await read('a.rtf', rtf)
  expect(reading.text).toBe('Заголовок\ncafé дом 😀!\nA\tB\n‘x’—\u00a0{}')
  expect(headingsOf(reading)).toEqual(['1 Заголовок'])
  expect(pagesOf(reading)).toEqual(['Заголовок\ncafé дом 😀!\nA\tB', '‘x’—\u00a0{}'])
  expect(reading).toMatchObject({ kind: 'document', title: 'Дом', facts: { author: 'A' } })
})

test('quotes, dashes and the euro of Western Windows, wherever they come from', async () => {
  const said = '“Price” – 5 € — it’s “naïve”…'
  const bytes = encoded(said, 'windows-1252')
  expect((await read('a.txt', bytes)).text).toBe(said)
  const page = Buffer.concat([Buffer.from('<html><meta charset="iso-8859-1"><p>'), bytes, Buffer.from('</p></html>')])
  expect((await read('a.html', page)).text).toBe(said)
  const mail = Buffer.concat([Buffer.from('From: a@b.c\nContent-Type: text/plain; charset=windows-1252\n\n'), bytes])
  expect((await read('a.eml', mail)).text).toBe(`From: a@b.c\n\n${said}`)
  const rtf = [...bytes].map(byte => (byte > 0x7f ? `\\'${byte.toString(16)}` : String.fromCharCode(byte))).join('')
  expect((await read('a.rtf', `{\\rtf1\\ansi\\ansicpg1252 ${rtf}}`)).text).toBe(said)
})

test('a line in capitals is told by its pairs of letters, Greek and Chinese are not taken for Russian', async () => {
  expect((await read('a.txt', encoded('РАЗДЕЛ ВТОРОЙ. ЭЛЕМЕНТЫ УПРАВЛЕНИЯ', 'windows-1251'))).facts.encoding).toBe(
    'windows-1251',
  )
  const greek =
    'Η συνέλευση των μετόχων αποφάσισε την έκδοση νέων μετοχών και τη διανομή του μερίσματος στους μετόχους.'
  expect((await read('a.txt', encoded(greek, 'windows-1253'))).text).toBe(greek)
})

test('RTF: a code page that nobody names, notes at the end, nothing that is hidden or struck out', async () => {
  const russian = (text: string) => [...encoded(text, 'windows-1251')].map(byte => `\\'${byte.toString(16)}`).join('')
  const body = russian('Договор подписан сторонами')
  const note = russian('Смотри приложение')
  const rtf = String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}{\f1 Arial Cyr;}}{\header Head\par}\f0 ${body}{\footnote ${note}} here{\v secret}{\deleted gone}.\par
{\*\atnid A}{\*\annotation Comment}\f1 ${russian('Конец')}\par}`
  const reading = await read('a.rtf', rtf)
  expect(reading.text).toBe('Договор подписан сторонами here.\nКонец\n\nHead\n\nСмотри приложение\n\nComment')
})

test('RTF: Western letters without a code page stay Western', async () => {
  expect((await read('a.rtf', String.raw`{\rtf1\ansi Un caf\'e9, o\'f9 est le caff\'e8?\par}`)).text).toBe(
    'Un café, où est le caffè?',
  )
})

test('offsets count code points wherever pairs stand', async () => {
  const reading = await read('a.md', '😀😀\n# 😀 один 😀\n## два\n')
  expect(headingsOf(reading)).toEqual(['1 😀 один 😀', '2 два'])
  expect(at(reading.text, reading.pages[0]!)).toBe(reading.text)
})

test.skipIf(!tools.pdftotext)(
  'a name that a line of a PDF breaks at its hyphen keeps it, a broken word does not',
  async () => {
    const lines = [
      'The contract with the dealer Avtomir-',
      'Oka was signed by Mr Smith-',
      'Jones, the respon-',
      'sible person.',
    ]
    // Lines so near to each other that they are one paragraph.
    const content = `BT /F1 12 Tf 14 TL 60 600 Td ${lines.map(line => `(${line}) Tj T*`).join(' ')} ET`
    const { text } = await read('contract.pdf', aPdf([{ content }]))
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Avtomir-Oka was signed by Mr Smith-Jones, the responsible person.')
  },
)
