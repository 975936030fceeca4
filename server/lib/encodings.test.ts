import { expect, test } from 'vitest'
import { encodeLike, encodingOf } from './encodings.ts'
import { unmarkedUtf32 } from './utf16.ts'

const RUSSIAN = 'Договор № 7 подписан сторонами в городе Москве первого мая. Ёжик съел щавель; объём поставки велик.\n'

test.each(['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'])('Russian in %s stays in it', label => {
  const text =
    label === 'iso-8859-5' || label === 'windows-1251' || label === 'ibm866' ? RUSSIAN : RUSSIAN.replace('№', '')
  const bytes = encodeLike(text, { label, mark: false })
  expect(new TextDecoder(label).decode(bytes)).toBe(text)
  expect(bytes).toHaveLength(text.length)
})

test('the encoding is found from the bytes', () => {
  const found = (label: string) =>
    encodingOf(encodeLike(RUSSIAN.repeat(3).replaceAll('№', 'N'), { label, mark: false })).label
  expect(['windows-1251', 'koi8-r', 'ibm866', 'utf-8'].map(found)).toEqual([
    'windows-1251',
    'koi8-r',
    'ibm866',
    'utf-8',
  ])
  expect(encodingOf(Buffer.from('\ufeffабв', 'utf8'))).toEqual({ label: 'utf-8', mark: true })
  expect(encodingOf(Buffer.from('\ufeffабв', 'utf16le'))).toEqual({ label: 'utf-16le', mark: true })
  expect(encodingOf(Buffer.from('\ufeffабв', 'utf16le').swap16())).toEqual({ label: 'utf-16be', mark: true })
  expect(encodingOf(Buffer.from('абв', 'utf8').subarray(0, 5))).toEqual({ label: 'utf-8', mark: false })
})

test('a mark is kept once, and what does not fit becomes UTF-8', () => {
  const marked = { label: 'utf-8', mark: true }
  expect(encodeLike('a', marked).toString('hex')).toBe('efbbbf61')
  expect(encodeLike('\ufeffa', marked).toString('hex')).toBe('efbbbf61')
  expect(encodeLike('дом 🏠', { label: 'windows-1251', mark: false })).toEqual(Buffer.from('дом 🏠', 'utf8'))
  expect(encodeLike('дом 🏠', { label: 'utf-16be', mark: true }).toString('hex').slice(0, 8)).toBe('feff0434')
})

test('Japanese and Chinese encodings are written too', () => {
  for (const [label, text] of [
    ['shift_jis', '日本語のテスト'],
    ['gbk', '中文测试'],
    ['euc-kr', '한국어'],
  ] as const)
    expect(new TextDecoder(label).decode(encodeLike(text, { label, mark: false }))).toBe(text)
})

test('numbers in four bytes each are no text in UTF-32', () => {
  const wide = (codes: number[]) => {
    const bytes = Buffer.alloc(codes.length * 4)
    for (const [n, code] of codes.entries()) bytes.writeUInt32LE(code, n * 4)
    return bytes
  }
  const text = [...`${RUSSIAN}🏠\ttab\r\n`].map(sign => sign.codePointAt(0)!)
  expect(unmarkedUtf32(wide(text))).toBe('utf-32le')
  expect(unmarkedUtf32(wide(text).swap32())).toBe('utf-32be')
  const counted = wide(Array.from({ length: 900 }, (_, n) => n + 1))
  const spread = wide(Array.from({ length: 900 }, (_, n) => (n * 7919 + 40) % 65_536))
  for (const numbers of [counted, spread]) {
    expect(unmarkedUtf32(numbers)).toBeUndefined()
    expect(unmarkedUtf32(Buffer.from(numbers).swap32())).toBeUndefined()
  }
})
