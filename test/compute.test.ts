import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { computeThreads } from '../server/adapters/compute/threads.ts'
import type { answerBeside } from '../server/features/ask/local/beside.ts'
import type { verifierBeside } from '../server/features/ask/model/beside.ts'
import type { Retrieved } from '../server/features/search/index.ts'
import type { termsOfForms } from '../server/lib/russian.ts'
import type { Computation } from '../server/ports/compute.ts'
import { ROOT } from './support/server.ts'

/** Work beside the main thread: what it may ask of it, and what stays away from it. */

const built = (file: string) => import(join(ROOT, 'dist/server', file))
const threads: { computeThreads: typeof computeThreads } = await built('adapters/compute/threads.js')
const compute = threads.computeThreads(2)
afterAll(() => compute.close())

const task = <In, Out>(name: string, more: Partial<Computation<In, Out>> = {}): Computation<In, Out> => ({
  module: pathToFileURL(join(ROOT, 'test/support/computations.mjs')).href,
  name,
  ms: 60_000,
  ...more,
})

test('work asks the main thread, and gets its failures', async () => {
  const callbacks = {
    double: async (n: number) => 2 * n,
    refuse: async () => {
      throw new Error('not today')
    },
  }
  expect(await compute.run(task<number, number>('doubledTwice'), 3, 'a', callbacks)).toBe(12)
  await expect(compute.run(task('refused'), null, 'a', callbacks)).rejects.toThrow('not today')
  await expect(compute.run(task('refused'), null, 'a')).rejects.toThrow('nobody answers refuse')
})

test('in the thread that is kept, one that waits for the main thread holds up nobody', async () => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const kept = task<number, number>('doubledTwice', { kept: true })
  const first = compute.run(kept, 1, 'a', {
    double: async (n: number) => {
      await held
      return 2 * n
    },
  })
  expect(await compute.run(kept, 5, 'b', { double: async (n: number) => 2 * n })).toBe(20)
  release()
  expect(await first).toBe(4)
})

test('what takes too long is ended, and the next is done', async () => {
  await expect(compute.run(task('forever', { ms: 500, kept: true }), null)).rejects.toThrow('longer than 500 ms')
  expect(await compute.run(task<string, string>('same', { kept: true }), 'still here')).toBe('still here')
})

const passage = (text: string): Retrieved => ({
  object: { id: 'f1', filename: 'Квартира.txt', status: 'ready', title: 'Квартира', doc_type: 'other' },
  ord: 0,
  text,
  charStart: 0,
  charEnd: [...text].length,
  page: null,
  score: 1,
  zScore: null,
})

test('Russian is answered and verified without its dictionary in the main thread', async () => {
  const local: { answerBeside: typeof answerBeside } = await built('features/ask/local/beside.js')
  const model: { verifierBeside: typeof verifierBeside } = await built('features/ask/model/beside.js')
  const russian: { termsOfForms: typeof termsOfForms } = await built('lib/russian.js')
  const found = {
    passages: [passage('Ключи нашли под ковриком. Плата за свет составляет 900 рублей в месяц.')],
    words: [
      { term: 'плат', frequency: 1, there: true },
      { term: 'свет', frequency: 1, there: true },
    ],
    chunks: 1,
  }
  const { quotes } = await local.answerBeside({ compute }, 'a', { question: 'Какая плата за свет?', found })
  expect(quotes.map(({ text }) => text)).toEqual(['Плата за свет составляет 900 рублей в месяц.'])
  const off = async () => {
    throw new Error('none here')
  }
  const helpers = { compute, judge: { judge: off, close: async () => {} } }
  const embedder = { embed: off, model: off, close: async () => {} }
  const verifier = model.verifierBeside({ ...helpers, embedder } as never, 'a', found.passages)
  expect(await verifier.verify('Плата за свет составляет 900 рублей в месяц.')).toMatchObject({ supported: true })
  expect(await verifier.verify('Плата за свет составляет 700 рублей в месяц.')).toMatchObject({ supported: false })
  // Said again while another is verified, as in a stream that is read as it comes and once more at its end.
  const twice = [
    'Ключи нашли под ковриком.',
    'За свет платят 800 рублей в месяц.',
    'Ключи нашли под ковриком.',
    'The keys were found.',
  ]
  const verdicts = await Promise.all(twice.map(sentence => verifier.verify(sentence)))
  expect(verdicts.map(({ supported }) => supported)).toEqual([true, false, true, false])
  expect(russian.termsOfForms('нашли')).toEqual([])
})
