import { expect, test } from 'vitest'
import { EN_MONTHS, RU_MONTHS } from '../../lib/when/names.ts'
import { waysToWrite } from './dates.ts'

test('a day is looked for with the whole name of its month, in Russian and in English', () => {
  expect(waysToWrite('05.01.2024').map(way => way.join(' '))).toEqual([
    '5 01 2024',
    '2024 01 5',
    '5 января 2024',
    '5 january 2024',
    'january 5 2024',
    '05 01 2024',
    '2024 01 05',
    '05 января 2024',
    '05 january 2024',
    'january 05 2024',
  ])
})

test.each(EN_MONTHS.map((name, at) => [name, RU_MONTHS.genitive[at]!, at + 1]))('%s', (name, of, number) => {
  const ways = waysToWrite(`5.${number}.2024`).map(way => way.join(' '))
  expect(ways).toContain(`5 ${of} 2024`)
  expect(ways).toContain(`${String(name).toLowerCase()} 5 2024`)
})
