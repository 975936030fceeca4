import { expect, test } from 'vitest'
import { mentionedIn } from './mentions.ts'

const [anna, boris] = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002']

test('people are named by their ids, each once; words that look like it name nobody', () => {
  expect(mentionedIn(`<@${anna}> and <@${boris}>, once more <@${anna}>`)).toEqual([anna, boris])
  expect(mentionedIn(`@anna <@anna> <@${anna} @${anna}> <@${anna.toUpperCase()}>`)).toEqual([])
})
