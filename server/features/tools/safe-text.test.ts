import { expect, test } from 'vitest'
import { withoutRemote } from './safe-text.ts'

const shown = (text: string, allowed: string[] = []) => withoutRemote(text, allowed)

test('every scheme that leads somewhere is taken away, however it is dressed', () => {
  for (const address of [
    'http://e.example',
    'smb:e.example',
    'smb:\\\\e.example\\x',
    'intent:#Intent;scheme=x;end',
    'tel:+79165554433',
    'mailto:a@e.example',
    'MAILTO:a@e.example',
    'sms:1',
    'ms-word:ofe|u|x',
    'web+x:y',
    'unheard-of://e.example',
    'mailto&#58;a@e.example',
    'mail&#116;o&colon;a@e.example',
    'tel%3A+7',
    'ｔｅｌ:+7',
    'te\u200bl:+7',
    '(tel:+7)',
    'сюдаtel:+7',
    '//e.example',
    'www.e.example',
  ])
    expect(shown(`see ${address} now`)).toBe('see [—] now')
})

test('a scheme that nobody knows is a word with a blank behind it; plain words and own links stay', () => {
  expect(shown('unheard-of:thing')).toBe('unheard-of: thing')
  for (const text of [
    'В 10:30 по Москве; Итого: 100, Срок:5 дней',
    '2026-11-16T10:00:00Z',
    'C:\\files\\a.txt',
    '/objects/01a1e556-cf06-7172-9b2f-98bfeb55f38c',
    'Europe/Moscow, 5:3, a@e.example',
  ])
    expect(shown(text)).toBe(text)
  expect(shown('look at https://own.example/x.', ['https://own.example/x'])).toBe('look at https://own.example/x.')
})
