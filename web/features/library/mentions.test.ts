import { expect, test } from 'vitest'
import { apart, beginningAt, fitting, kept, piecesOf, written } from './mentions.ts'

const ann = { id: '0199aaaa-0000-7000-8000-000000000001', name: 'Ann' }
const anna = { id: '0199aaaa-0000-7000-8000-000000000002', name: 'Anna Lee' }

test('what is written is kept by ids, and shown by the names of now', () => {
  const text = kept('@Anna Lee and @Ann, not @Boris', [ann, anna])
  expect(text).toBe(`<@${anna.id}> and <@${ann.id}>, not @Boris`)
  expect(written(text, [ann, { ...anna, name: 'Anna Fox' }])).toBe('@Anna Fox and @Ann, not @Boris')
  expect(written(text, [ann])).toBe(`<@${anna.id}> and @Ann, not @Boris`)
  expect(piecesOf(text)).toEqual([{ id: anna.id }, { words: ' and ' }, { id: ann.id }, { words: ', not @Boris' }])
})

test('a longer word is no mention, and people of one name stay apart', () => {
  expect(kept('@Annabelle, @Ann', [ann])).toBe(`@Annabelle, <@${ann.id}>`)
  const both = apart([ann, { ...anna, name: 'Ann' }])
  const text = `<@${ann.id}> and <@${anna.id}>`
  expect(written(text, both)).toBe('@Ann and @Ann (2)')
  expect(kept(written(text, both), both)).toBe(text)
})

test('a name begins after an @ that begins a word', () => {
  expect(beginningAt('Look, @An', 9)).toEqual({ from: 6, name: 'An' })
  expect(beginningAt('(@', 2)).toEqual({ from: 1, name: '' })
  expect(beginningAt('anna@example', 12)).toBeUndefined()
  expect(beginningAt('@a\nb', 4)).toBeUndefined()
  expect(fitting([ann, anna], 'l')).toEqual([anna])
  expect(fitting([ann, anna], 'ann')).toEqual([ann, anna])
})
