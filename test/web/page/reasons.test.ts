import { afterEach, expect, test } from 'vitest'
import { chatWords } from '../../../web/features/chat/words.ts'
import { chosen } from '../../../web/lib/language.ts'

afterEach(() => chosen.set('en'))

test('why a passage was taken or left is told in Russian', () => {
  chosen.set('ru')
  const { reasons } = chatWords.now()
  for (const said of ['quoted', 'other passages answer better', 'does not answer the question', 'no passage says it'])
    expect([said, reasons[said]]).toEqual([said, expect.stringMatching(/^[а-яё ]+$/)])
})
