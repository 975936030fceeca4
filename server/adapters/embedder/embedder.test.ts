import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compile } from '../../../test/support/compiled.ts'
import { aSandbox } from '../../../test/support/sandbox.ts'
import { ROOT } from '../../../test/support/server.ts'
import { writeTinyEncoder } from '../../../test/support/tiny-encoder.ts'
import type { Embedder } from '../../ports/embedder.ts'
import type { Sandbox } from '../pool/sandbox.ts'
import { encodeAll } from './encoder.ts'
import { unigram } from './unigram.ts'
import { wordPiece } from './wordpiece.ts'

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]']

describe('pieces', () => {
  test('of WordPiece: no marks, no capitals, signs alone, the longest first', () => {
    const tokenise = wordPiece([...SPECIAL, 'елка', 'дои', '##ти', '!', 'до'])
    expect(tokenise('Ёлка, ДОЙТИ!', 64)).toEqual([2, 4, 1, 5, 6, 7, 3])
    expect(tokenise('елка елка елка', 4)).toEqual([2, 4, 4, 3])
  })

  test('of SentencePiece: the likeliest way to put a word together', () => {
    const vocab: [string, number][] = [
      ['<s>', 0],
      ['<pad>', 0],
      ['</s>', 0],
      ['<unk>', 0],
      ['▁дого', -4],
      ['вор', -3],
      ['▁договор', -5],
      ['ы', -2],
    ]
    const tokenise = unigram({ vocab, unk_id: 3 })
    expect(tokenise('договоры ы', 64)).toEqual([0, 6, 7, 3, 7, 2])
  })
})

describe('many texts', () => {
  const pieces = [[1, 7, 2], Array.from({ length: 20 }, (_, n) => n), [1, 8, 2], [1, 9, 9, 2], [1, 6, 2]]
  const vectorOf = (text: number[]) => Float32Array.of(text.length, text[1]!)

  test('short ones of one length go together, and each gets its own vector', async () => {
    const batches: number[] = []
    const vectors = await encodeAll(pieces, async batch => {
      batches.push(batch.length)
      return batch.map(vectorOf)
    })
    expect(vectors).toEqual(pieces.map(vectorOf))
    expect(batches.sort()).toEqual([1, 1, 3])
  })

  test('a model that takes one at a time gets one at a time', async () => {
    const vectors = await encodeAll(pieces, async batch => {
      if (batch.length > 1) throw new Error('one text only')
      return batch.map(vectorOf)
    })
    expect(vectors).toEqual(pieces.map(vectorOf))
  })
})

/** The adapter starts a compiled child, so it is compiled too. */
describe('the encoder in its child', () => {
  let folder: string
  let sandbox: Sandbox
  let built: string
  let isolatedEmbedder: (sandbox: Sandbox, folder: string, options?: { stuckMs: number }) => Embedder
  let chooseEmbedder: (sandbox: Sandbox, models: string, shipped: string) => Promise<Embedder>
  const open: Embedder[] = []
  const embedder = (path: string) => {
    const made = isolatedEmbedder(sandbox, path)
    open.push(made)
    return made
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'encoders-'))
    sandbox = await aSandbox()
    built = compile('server/adapters/embedder/choose.ts', 'server/adapters/embedder/child.ts')
    ;({ isolatedEmbedder } = await import(join(built, 'server/adapters/embedder/isolated.js')))
    ;({ chooseEmbedder } = await import(join(built, 'server/adapters/embedder/choose.js')))
  })

  /** Ours, running, not yet ended: the child and the room around it. */
  const encoders = () =>
    readdirSync('/proc')
      .filter(pid => {
        try {
          const [, state] = /^\d+ \(.*\) (\w) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!
          return (
            state !== 'Z' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${built}/server/adapters/embedder`)
          )
        } catch {
          return false
        }
      })
      .map(Number)

  afterAll(async () => {
    for (const each of open) await each.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('an operator’s own ONNX file is taken, and its vectors have its dimension and length 1', async () => {
    await writeTinyEncoder(join(folder, 'own/embedding'), [...SPECIAL, 'cat', 'dog', 'bird', 'кот'], 8)
    const own = await chooseEmbedder(sandbox, join(folder, 'own'), join(folder, 'nothing'))
    open.push(own)
    expect(await own.model('query')).toEqual({ id: 'tiny', dim: 8 })
    const [cat, both, none] = await own.embed(['cat', 'cat dog', '12 !'], 'passage', { deadlineMs: 20_000 })
    expect([...cat!]).toEqual([0, 0, 0, 0, 1, 0, 0, 0])
    expect(both![4]).toBeCloseTo(Math.SQRT1_2)
    expect(none).toBeNull()
  })

  test('to name its model for passages, no second encoder is loaded', async () => {
    await writeTinyEncoder(join(folder, 'once'), [...SPECIAL, 'cat'], 8)
    const once = embedder(join(folder, 'once'))
    await once.model('passage')
    const loaded = encoders()
    await once.embed(['cat'], 'passage', { deadlineMs: 20_000 })
    expect(encoders()).toEqual(loaded)
    await once.model('query')
    expect(encoders()).toEqual(loaded)
  })

  test('texts in languages that it does not know stay out', async () => {
    await writeTinyEncoder(join(folder, 'ru-en'), [...SPECIAL, 'cat'], 8, { languages: ['ru', 'en'] })
    const vectors = await embedder(join(folder, 'ru-en')).embed(
      [
        'The quick brown fox jumps over the lazy dog and runs away.',
        'Съешь ещё этих мягких французских булок, да выпей чаю.',
        'Die Normandie ist eine Landschaft im Norden von Frankreich und war lange ein Herzogtum.',
        'これは日本語の文章です。',
      ],
      'passage',
      { deadlineMs: 20_000 },
    )
    expect(vectors.map(vector => vector !== null)).toEqual([true, true, false, false])
    // A short question is easily taken for a neighbour's.
    const questions = [
      'Сколько витков провода приходится на один слой обмотки?',
      'Скільки коштує ця квартира на місяць?',
    ]
    const asked = await embedder(join(folder, 'ru-en')).embed(questions, 'query', { deadlineMs: 20_000 })
    expect(asked.map(vector => vector !== null)).toEqual([true, false])
  })

  test('a file that is no model says so, and does not take the service down', async () => {
    await writeTinyEncoder(join(folder, 'broken'), SPECIAL, 2)
    await writeFile(join(folder, 'broken/model.onnx'), 'no model at all')
    await expect(embedder(join(folder, 'broken')).model('query')).rejects.toMatchObject({ name: 'EmbedderOff' })
    await expect(embedder(join(folder, 'absent')).model('query')).rejects.toMatchObject({ name: 'EmbedderOff' })
  })

  test('whoever asks in a hurry is told that it is late', async () => {
    const slow = embedder(join(ROOT, 'models/bilingual-encoder'))
    await expect(slow.embed(['привет'], 'query', { deadlineMs: 1 })).rejects.toMatchObject({ name: 'EmbedderLate' })
  })

  test.runIf(existsSync('/proc'))(
    'one that hangs is replaced, and ends with the service all the same',
    { tags: ['long'] },
    async () => {
      await writeTinyEncoder(join(folder, 'hangs'), [...SPECIAL, 'cat'], 8)
      const hanging = isolatedEmbedder(sandbox, join(folder, 'hangs'), { stuckMs: 4000 })
      const ask = (deadlineMs: number) => hanging.embed(['cat'], 'query', { deadlineMs })
      // Those of other tests may still be starting.
      for (const each of open) await each.embed(['cat'], 'query', { deadlineMs: 20_000 }).catch(() => {})
      const others = encoders()
      const own = () => encoders().filter(pid => !others.includes(pid))
      await ask(20_000)
      for (const pid of own()) process.kill(pid, 'SIGSTOP')
      await expect(ask(600)).rejects.toMatchObject({ name: 'EmbedderLate' })
      expect(await ask(20_000)).toHaveLength(1)
      for (const pid of own()) process.kill(pid, 'SIGSTOP')
      await hanging.close()
      await expect.poll(own).toEqual([])
    },
  )

  test('the one that ships puts both languages into one space', async () => {
    const shipped = await chooseEmbedder(sandbox, '', join(ROOT, 'models'))
    open.push(shipped)
    expect(await shipped.model('query')).toEqual({ id: 'bilingual-encoder-q8-1', dim: 384 })
    const [question, answer, other] = await shipped.embed(
      ['Какой город — столица Франции?', 'Paris is the capital of France.', 'Enzymes lower the activation energy.'],
      'query',
      { deadlineMs: 60_000 },
    )
    const like = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)
    expect(like(question!, answer!)).toBeGreaterThan(like(question!, other!) + 0.1)
  })
})
