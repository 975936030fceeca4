import { expect, test } from 'vitest'
import { InvalidInput } from '../../lib/errors.ts'
import { parsePages, russianPages, shownPages } from './pages.ts'

const parse = (text: string, count = 10) => parsePages(text, count, ['body', 'pages'])

test('lists are read as people write them', () => {
  expect(parse('1')).toEqual([1])
  expect(parse('1,3-5,8-')).toEqual([1, 3, 4, 5, 8, 9, 10])
  expect(parse(' 2 , 4 – 6,2 ')).toEqual([2, 4, 5, 6])
  expect(parse('10-')).toEqual([10])
})

test.each(['', ',', '1,', 'a', '1-2-3', '-3', '1;2', '0', '3-2', '11', '9-11', '1.5', '99999999999'])(
  '%s is refused',
  text => {
    expect(() => parse(text)).toThrow(InvalidInput)
  },
)

test('a page that is not there is named, with what there is', () => {
  const words = (text: string, count: number) => {
    try {
      parse(text, count)
    } catch (error) {
      return (error as InvalidInput).complaints[0]!.words!
    }
  }
  expect(words('9', 6)).toEqual({ en: 'page 9: the document has 6 pages', ru: 'страница 9: в документе 6 страниц' })
  expect(words('2', 1)!.ru).toBe('страница 2: в документе 1 страница')
  expect([2, 4, 5, 11, 12, 21, 22, 111].map(russianPages)).toEqual([
    '2 страницы',
    '4 страницы',
    '5 страниц',
    '11 страниц',
    '12 страниц',
    '21 страница',
    '22 страницы',
    '111 страниц',
  ])
})

test('pages are shown shortly', () => {
  expect(shownPages([2, 3])).toBe('2–3')
  expect(shownPages([1, 3, 4, 5, 9])).toBe('1, 3–5, 9')
})
