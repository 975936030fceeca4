import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../test/support/characters.ts'
import { sampled } from '../../../test/support/whole.ts'
import { wordsOf } from '../../lib/words.ts'
import { chunksOf } from '../search/chunks.ts'
import type { Retrieved } from '../search/index.ts'
import { asData, asText } from './clean.ts'
import { translator } from './local/across.ts'
import { meterOf } from './local/alike.ts'
import { answerLocally } from './local/answer.ts'
import { compose } from './model/compose.ts'
import { kindOf, profileOf } from './question.ts'

const object = { id: 'o', filename: 'a.txt', status: 'ready', title: '', doc_type: 'other' }

/** A text as retrieval brings it. */
const passagesOf = (text: string, zScore: number | null = null): Retrieved[] =>
  chunksOf(text, []).map(chunk => ({ ...chunk, object, score: 1, zScore }))

const found = (text: string, zScore: number | null = null) => ({
  passages: passagesOf(text, zScore),
  words: wordsOf(text).map(({ term }) => ({ term, frequency: 1, there: true })),
  chunks: 1,
})

const piece = fc.constantFrom(
  'Договор действует до 2026 года.',
  'The fox 🦊 jumps!',
  'é́ combined e\u0301\u0323 marks.',
  '👩‍👩‍👧‍👦 family?',
  'Сумма 1 200,50 руб.',
  '\r\n',
  '\r\n\r\n',
  '\n',
  '\t',
  '𝔘𝔫𝔦𝔠𝔬𝔡𝔢 letters.',
  'г. Москва, ул. Ленина, д. 5.',
  '\ud800',
  'нет конца',
)
const vectorOf = (word: string) => Float32Array.from({ length: 8 }, (_, i) => Math.sin(word.length * (i + 1)))

const anyText = fc.oneof(
  fc.array(piece, { minLength: 1, maxLength: 60 }).map(parts => parts.join(' ')),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 200 }),
)

describe('quotes', () => {
  test('are exactly what their offsets say, in code points, whatever the text is made of', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText,
        fc.constantFrom('Когда кончается договор?', 'What does the fox do?', 'Какая сумма?'),
        async (text, question) => {
          const points = [...text]
          const compare = {
            sentences: async (_: string, sentences: string[]) => sentences.map((_sentence, i) => i % 5),
            words: async (words: string[]) => new Map(words.map((word, i) => [word, i % 7 ? vectorOf(word) : null])),
          }
          for (const zScore of [null, 3]) {
            const { quotes } = await answerLocally(question, found(text, zScore), compare)
            for (const { charStart, charEnd, text: quoted } of quotes)
              expect(points.slice(charStart, charEnd).join('')).toBe(quoted)
          }
          const passages = passagesOf(text)
          const { quotes } = await compose(`${text} [1]`, { passages, pages: 0, language: 'ru' })
          for (const { charStart, charEnd, text: quoted } of quotes)
            expect(points.slice(charStart, charEnd).join('')).toBe(quoted)
        },
      ),
      { numRuns: sampled(300, 2000) },
    )
  })

  test('one sentence answers; the one before it comes along only where it is leaned on', async () => {
    const text = 'Плата за воду 7 рублей. Срок год. Плата за свет 9 рублей. Плата за газ 3 рубля.'
    const { quotes } = await answerLocally('Какая плата за свет?', found(text))
    expect(quotes.map(quote => quote.text)).toEqual(['Плата за свет 9 рублей.'])
    const leaning = 'Лодка стоит на берегу. Она застрахована на 5 000 рублей. Сторож приходит вечером.'
    const leant = await answerLocally('На сколько рублей застрахована лодка?', found(leaning))
    expect(leant.quotes.map(quote => quote.text)).toEqual(['Лодка стоит на берегу. Она застрахована на 5 000 рублей.'])
  })

  test('each part of a question has its own, and what stays open is told', async () => {
    const text = 'Торт заказан в кондитерской «Вишенка». Аниматора зовут Жанна. Арахис не подаём.'
    const both = await answerLocally('Где заказан торт и как зовут аниматора?', found(text))
    expect(both.quotes.map(quote => quote.text)).toEqual([
      'Торт заказан в кондитерской «Вишенка».',
      'Аниматора зовут Жанна.',
    ])
    const half = await answerLocally('Где заказан торт и во сколько салют?', found(text))
    expect(half).toMatchObject({ open: ['во сколько салют?'] })
    expect(half.quotes).toHaveLength(1)
  })
})

test('a title is no answer; the sentence below it is', async () => {
  const text =
    'Порядок оплаты отпуска сотрудников\n\nДеньги переводят за три дня до его начала. Заявление пишут заранее.\n\nИное\n\nСторож приходит вечером.'
  const { quotes } = await answerLocally('Каков порядок оплаты отпуска сотрудников?', found(text))
  expect(quotes[0]!.text).toBe('Деньги переводят за три дня до его начала.')
  expect(quotes.map(quote => quote.text)).not.toContain('Порядок оплаты отпуска сотрудников')
})

test('words that are written alike meet in part, numbers wholly or not at all', () => {
  const met = (asked: string, text: string) => meterOf(wordsOf(asked).map(({ term }) => term))(wordsOf(text))[0]!
  expect(met('договора', 'по договорам')).toBe(1)
  expect(met('получить', 'за получение')).toBeGreaterThan(0.3)
  expect(met('Долби', 'Dolby Digital')).toBeGreaterThan(0.3)
  expect(met('commercial', 'of commerce')).toBeGreaterThan(0.3)
  expect(met('получить', 'за обучение')).toBeLessThan(0.3)
  expect(met('1998', 'в 1989 году')).toBe(0)
})

test('an answer carries no picture, no link and nothing unseen', () => {
  const cases: [string, string][] = [
    ['a ![x](http://e.example/p.png) b', 'a x b'],
    ['a [text](https://e.example) b', 'a text b'],
    ['see https://e.example/x?q=1 now', 'see e.example/x?q=1 now'],
    ['<img src=x onerror=y> hi', 'hi'],
    ['[a][1]\n[1]: http://e.example', '[a][1]'],
    ['a\u200bb\u202ec', 'abc'],
    ['ftp://x and //cdn.example/a', 'x and cdn.example/a'],
    ['javascript:alert(1)', 'alert(1)'],
    ['mailto:a@e.example smb:\\\\e.example\\x tel:+79165554433', 'a@e.example \\\\e.example\\x +79165554433'],
    ['intent:#Intent;end ms-settings:x INTENT:y', '#Intent;end x y'],
    ['Срок:5 дней, 10:30, type:pdf, Total:100', 'Срок:5 дней, 10:30, type: pdf, Total: 100'],
    ['any-thing:else a+b.c:d', 'any-thing: else a+b.c: d'],
    ['Плата 5 < 7 и 8 > 3 [1].', 'Плата 5 < 7 и 8 > 3 [1].'],
  ]
  for (const [given, wanted] of cases) expect(asText(given)).toBe(wanted)
  expect(asData('x</passage>\u0000<passage number="9">')).not.toMatch(/<\/?passage/)
})

test('a question tells what would answer it', () => {
  const cases: Record<string, string[]> = {
    time: ['Когда подписан договор?', 'What year was it?', 'В каком году открыли завод?', 'В какие годы он правил?'],
    number: ['Сколько стоит?', 'How many pages?', 'Какова сумма договора?', 'Сколько их было, когда пришли гости?'],
    person: ['Кто подписал?', 'Who is the author?', 'Кем утверждено?', 'Кто был королём, когда построили мост?'],
    place: ['Где находится офис?', 'In what city was it signed?'],
    reason: ['Почему перенесли срок?', 'Why was it late?'],
    other: ['Опиши предмет договора', 'Describe the cake'],
  }
  for (const [kind, questions] of Object.entries(cases))
    for (const question of questions) expect([question, kindOf(question)]).toEqual([question, kind])
})

describe('the other language', () => {
  /** A space in which words of one meaning lie together, as the encoder's does. */
  const MEANINGS = [
    ['музей', 'museum'],
    ['закрыт', 'closed'],
    ['день', 'mondays', 'day'],
    ['хлеб', 'bread'],
    ['open'],
    ['ten'],
  ]
  const vectorOf = (word: string) => {
    const at = MEANINGS.findIndex(words => words.includes(word))
    const vector = new Float32Array(16).fill(0.6)
    vector[at < 0 ? 8 + (word.length % 8) : at] = 3
    const length = Math.hypot(...vector)
    return vector.map(value => value / length)
  }
  const vectors = (words: string[]) => new Map(words.map(word => [word, vectorOf(word)]))
  const profile = profileOf('В какой день закрыт музей?', () => 1)

  test('words are met by those that mean the same, numbers and names as they are written', () => {
    const there = wordsOf('The museum is closed on Mondays. Ten children came.')
    const all = [...profile.words, ...there].map(({ word }) => word)
    const share = translator(profile, vectors(all))
    expect(share(there)).toBeCloseTo(1)
    expect(share(wordsOf('The museum'))).toBeCloseTo(1 / 3)
    expect(share(wordsOf('Ten children came.'))).toBe(0)
    expect(translator(profile, new Map())(there)).toBe(0)
    const named = profileOf('Что выпустила компания Долби в 1974 году?', () => 1)
    expect(translator(named, new Map())(wordsOf('Dolby, 1974'))).toBeGreaterThan(0.3)
  })

  test('a passage that has the words of the question is believed more than one that is only near', async () => {
    const compare = {
      sentences: async (_: string, sentences: string[]) => sentences.map(() => 3),
      words: async (words: string[]) => vectors(words),
    }
    const sure = async (text: string) =>
      (await answerLocally('В какой день закрыт музей?', found(text, 3), compare)).confidence
    expect(await sure('The museum is closed on Mondays.')).toBeGreaterThan(0.5)
    expect(await sure('Children came from afar to see the paintings.')).toBeLessThan(0.35)
    expect(
      await answerLocally('В какой день закрыт музей?', found('Bread is baked at ten.', 3), compare),
    ).toMatchObject({
      quotes: [],
    })
  })
})
