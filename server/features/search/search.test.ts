import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../test/support/characters.ts'
import { transliterated } from '../../lib/alphabets.ts'
import { termsOfAll } from '../../lib/russian.ts'
import { wordsOf } from '../../lib/words.ts'
import { chunksOf } from './chunks.ts'
import { type KnownForms, otherTerms } from './forms.ts'
import { parseQuestion, periodOf } from './parse.ts'
import { prepareText } from './prepared.ts'
import { bodyProfile, headingsOf, keysOf } from './profile.ts'
import { otherLayout, shortened, slipsBetween } from './slips.ts'
import { snippetOf } from './snippet.ts'

const prose = fc
  .array(fc.constantFrom('Слово', 'word', 'г.', '🦊', '№ 7', 'конец.', 'End!', '\n\n', '\n', 'длинное-слово', 'а́б'), {
    maxLength: 1200,
  })
  .map(parts => parts.join(' '))

describe('chunks of a text', () => {
  test('are exactly what their offsets say, in order, and leave out nothing but blanks', () => {
    fc.assert(
      fc.property(fc.oneof(prose, fc.string({ unit: anyCharacter, maxLength: 300 })), fc.nat(500), (text, cut) => {
        const points = [...text]
        const border = Math.min(cut, points.length)
        const pages = [
          { page: 1, char_start: 0, char_end: border },
          { page: 2, char_start: border, char_end: points.length },
        ]
        const chunks = chunksOf(text, pages)
        let at = 0
        for (const [n, chunk] of chunks.entries()) {
          expect(chunk.ord).toBe(n)
          expect(points.slice(chunk.charStart, chunk.charEnd).join('')).toBe(chunk.text)
          expect(points.slice(at, chunk.charStart).join('').trim()).toBe('')
          if (border > 0 && border < points.length && chunk.charStart < border)
            expect(chunk.charEnd).toBeLessThanOrEqual(border)
          expect(chunk.page).toBe(chunk.charStart >= border ? 2 : 1)
          at = chunk.charEnd
        }
        expect(points.slice(at).join('').trim()).toBe('')
      }),
      { numRuns: 150 },
    )
  })

  test('are about a paragraph long', () => {
    const text = Array.from({ length: 400 }, (_, i) => `Предложение номер ${i} говорит о договоре.`).join(' ')
    const sizes = chunksOf(text, []).map(chunk => chunk.text.length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2100)
    expect(Math.min(...sizes)).toBeGreaterThan(300)
  })

  test('of a text that is one endless word cost no more than those of prose', async () => {
    const size = 2_000_000
    const costOf = async (text: string) => {
      const began = performance.now()
      prepareText({ ownerId: 'a', text, pages: [], marked: [] })
      return performance.now() - began
    }
    const prose = await costOf('Предложение говорит о договоре аренды. '.repeat(size / 39))
    expect(await costOf('0f1a3c'.repeat(size / 6))).toBeLessThan(5 * prose)
  })
})

describe('a question', () => {
  test('is words, phrases, what is not wanted, and operators', () => {
    const question = parseQuestion('Аренда "lazy dogs" -cat -"old hat" type:contract in:"Мои дела" -kind:pdf до:2026')
    expect(question.words.map(({ word }) => word)).toEqual(['аренда', 'lazy', 'dogs'])
    expect(question.phrases).toEqual([['lazy', 'dogs']])
    expect(question.withoutWords.map(({ word }) => word)).toEqual(['cat'])
    expect(question.withoutPhrases).toEqual([['old', 'hat']])
    expect(question.filters).toEqual([
      { name: 'type', value: 'contract', not: false },
      { name: 'in', value: 'Мои дела', not: false },
      { name: 'kind', value: 'pdf', not: true },
      { name: 'before', value: '2026', not: false },
    ])
    expect(question.prefix).toBeUndefined()
  })

  test('leaves alone what only looks like an operator', () => {
    const question = parseQuestion('встреча 10:30 https://example.org/a-b well-known author:petrov')
    expect(question.filters).toEqual([])
    expect(question.withoutWords).toEqual([])
    expect(question.hints).toEqual(['author'])
    expect(question.words.map(({ word }) => word)).toContain('petrov')
  })

  test('has an unfinished last word only while nothing stands behind it', () => {
    expect(parseQuestion('новый дого').prefix).toBe('дого')
    expect(parseQuestion('новый дого ').prefix).toBeUndefined()
    expect(parseQuestion('где договор?').prefix).toBeUndefined()
    expect(parseQuestion('"новый договор"').prefix).toBeUndefined()
  })

  test('may be anything at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), text => {
        for (const { word } of parseQuestion(text).words) expect(word).not.toBe('')
      }),
    )
  })

  test('names days, months and years', () => {
    expect(periodOf('2026-02')).toEqual({ from: new Date('2026-02-01'), to: new Date('2026-03-01') })
    expect(periodOf('28.02.2026')).toEqual({ from: new Date('2026-02-28'), to: new Date('2026-03-01') })
    expect(periodOf('2026')).toEqual({ from: new Date('2026-01-01'), to: new Date('2027-01-01') })
    const day = { from: new Date('2026-11-18'), to: new Date('2026-11-19') }
    for (const written of ['18 Nov 2026', 'Nov 18, 2026', '18 ноября 2026', '18 нояб. 2026 г.'])
      expect(periodOf(written)).toEqual(day)
    for (const none of ['2026-02-30', '2026-13', 'вчера', '1.1', '31 Feb 2026', '11/18/2026', '18 Nov'])
      expect(periodOf(none)).toBeUndefined()
  })
})

describe('slips', () => {
  test('of the layout are undone both ways', () => {
    expect([otherLayout('ljujdjh'), otherLayout('руддщ'), otherLayout('j,obq')]).toEqual(['договор', 'hello', 'общий'])
  })

  test('of the alphabet are spelt in the usual ways', () => {
    expect(transliterated('dogovor')).toContain('договор')
    expect(transliterated('kazan')).toContain('казань')
    expect(transliterated('чехов')).toContain('chekhov')
    const pairs =
      'friedrich фридрих|ratzel ратцель|shelbrooke шелбрук|scheele шееле|ludwig людвиг|jebe джебе|dioscorides диоскоридес|theodore теодор|michael михаел|wilson вильсон|wilson уилсон|cooper купер|phoenix феникс'
    for (const [latin, cyrillic] of pairs.split('|').map(pair => pair.split(' ') as [string, string]))
      expect([latin, transliterated(latin).includes(cyrillic), transliterated(cyrillic).includes(latin)]).toEqual([
        latin,
        true,
        true,
      ])
    expect(transliterated("kublai's")).toContain('кублай')
  })

  test('of the finger are counted', () => {
    expect(slipsBetween('договор', 'договр', 1)).toBe(1)
    expect(slipsBetween('договор', 'догвоор', 1)).toBe(1)
    expect(slipsBetween('договор', 'дагавор', 2)).toBe(2)
    expect(slipsBetween('договор', 'котлета', 2)).toBe(3)
  })

  test('a word and a slip of it have a shortened form in common', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 2, maxLength: 12 }),
        fc.nat(11),
        fc.string({ maxLength: 1 }),
        (word, at, put) => {
          const letters = [...word]
          letters.splice(at % letters.length, 1, ...put)
          const slip = new Set(shortened(letters.join('')))
          expect(shortened(word).some(form => slip.has(form))).toBe(true)
        },
      ),
    )
  })
})

const leadsBothWays = (pairs: string, known?: KnownForms) => {
  const [word, leads] = [
    (text: string) => wordsOf(text)[0]!,
    (from: string, to: string) => [word(from).term, ...otherTerms(word(from), known)].includes(word(to).term),
  ]
  for (const [one, other] of pairs.split('|').map(pair => pair.split(' ') as [string, string]))
    expect([one, other, leads(one, other), leads(other, one)]).toEqual([one, other, true, true])
}

test('other forms of a word that the stemmer keeps apart lead to each other', () => {
  leadsBothWays(
    'скидка скидок|окно окон|продавец продавцами|ребёнок ребенком|подпись подписями|печать печатями|кредит кредитов|время временем|имя именами|мать матерью|дочь дочерью|друг друзьями|день дней|утвердить утверждённый|купить купленных|получить полученными|построить построенного|отправить отправленное|письмо писем|деньги денег|сестра сестёр',
  )
  expect(otherTerms(wordsOf('contract')[0]!)).toEqual([])
})

test('with the dictionary, so do forms that have no term in common, and those of words that it does not know', async () => {
  const pairs =
    'писать пишет|искать ищут|жить живёт|найти нашли|прийти придёт|взять возьмёт|принять примет|платить плачу|требовать требует|человек людьми|ребёнок детей|котёнок котята|дорогой дороже|яйцо яиц|отец отцом|день днём|изменение изменить|скидка скидок|купить купленных|ёжик ежики|флешмобка флешмобок'
  const words = wordsOf(pairs).map(({ word }) => word)
  const terms = await termsOfAll(words)
  leadsBothWays(pairs, new Map(words.map((word, at) => [word, terms[at]!])))
})

describe('the index', () => {
  test('keeps each term once, sorted, with its count', () => {
    const keyOf = keysOf('01890000-0000-7000-8000-000000000001')
    const { keys, counts, length } = bodyProfile('Договоры и договор INV-2024/001').make(keyOf)
    expect(keys).toEqual([...keys].sort((a, b) => a - b))
    expect(counts[keys.indexOf(keyOf('договор'))]).toBe(2)
    expect(keys).toContain(keyOf('inv2024001'))
    expect(length).toBe(5)
  })

  test('has other numbers for another owner', () => {
    expect(keysOf('a')('договор')).not.toBe(keysOf('b')('договор'))
  })

  test('is looked for in a time that grows with the text, not with its square', () => {
    const costOf = (size: number) => {
      const before = process.cpuUsage()
      headingsOf('\n'.repeat(size))
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    costOf(60_000)
    expect(costOf(60_000)).toBeLessThan(500_000)
  })

  test('knows a heading when it sees one', () => {
    expect(headingsOf('# Устав\n\nТекст.\n\nГлава первая\n\nЕщё текст, который кончается точкой.\n')).toEqual([
      'Устав',
      'Глава первая',
    ])
  })
})

test('it is said when a file has more words than are kept to find slips by', () => {
  const textOf = (words: number) => Array.from({ length: words }, (_, n) => `слово${n.toString(36)}щ`).join(' ')
  const prepared = (words: number) => {
    const text = textOf(words)
    return prepareText({ ownerId: 'a', text, pages: [{ page: 1, char_start: 0, char_end: text.length }], marked: [] })
  }
  expect(prepared(1000).truncated).toBe(false)
  const much = prepared(60_000)
  expect([much.terms.length, much.truncated]).toEqual([50_000, true])
})

test('a snippet is a piece of the passage, and its highlights are words in it', () => {
  const passage = `🦊🦊 Начало без слов. ${'Пустое предложение. '.repeat(30)}Лиса 🦊 заключила договор. Конец.`
  const worth = { terms: new Set([wordsOf('договор')[0]!.term]), of: () => 1 }
  const { text, highlights, from, to } = snippetOf(passage, worth)
  expect([...passage].slice(from, to).join('')).toBe(text)
  expect(highlights.map(([start, end]) => [...text].slice(start, end).join(''))).toEqual(['договор'])
})
