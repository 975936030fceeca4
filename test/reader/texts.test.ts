import { afterAll, expect, test } from 'vitest'
import { at, encoded, forgetAll, headingsOf, pagesOf, read } from './extracted.ts'

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

test('offsets count code points wherever pairs stand', async () => {
  const reading = await read('a.md', '😀😀\n# 😀 один 😀\n## два\n')
  expect(headingsOf(reading)).toEqual(['1 😀 один 😀', '2 два'])
  expect(at(reading.text, reading.pages[0]!)).toBe(reading.text)
})
