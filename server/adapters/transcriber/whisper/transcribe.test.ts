import { expect, test } from 'vitest'
import { isMadeUp } from './transcribe.ts'

test('the credits of a film are made up where nobody surely speaks, and speech about them is kept', () => {
  const credits = 'Редактор субтитров А.Семкин Корректор А.Егорова'
  expect(isMadeUp(credits, -0.5, 0.56)).toBe(true)
  expect(isMadeUp('Thank you for watching!', -0.2, 0.4)).toBe(true)
  expect(isMadeUp('We need the subtitles by Friday.', -0.3, 0.03)).toBe(false)
  expect(isMadeUp('Thank you for watching!', -0.2, 0.02)).toBe(false)
  const talk =
    'The film is cut and the sound is mixed, so that what is left are the subtitles by Friday, and then we show it to all.'
  expect(isMadeUp(`${talk} Anna sees to it.`, -0.4, 0.2)).toBe(false)
})
