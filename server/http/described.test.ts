import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { assertScope } from '../lib/scopes.ts'
import { union, variant } from '../lib/variants.ts'
import { checkedStream, described } from './described.ts'
import { errorReply } from './errors.ts'
import { route } from './route.ts'

const streaming = route({
  method: 'GET',
  path: '/v1/rumours',
  name: 'streamRumours',
  refuses: ['scope_missing'],
  summary: 'Rumours',
  tag: 'events',
  events: union('Rumour', [variant('Rumour', 'heard', { of: z.string() }), variant('Rumour', 'over', {})]),
  run: async () => undefined,
})

describe('a stream while tests run', () => {
  const sent = (blocks: string[]) => {
    const seen: string[] = []
    const stream = checkedStream(streaming, Readable.from(blocks)).on('data', chunk => seen.push(String(chunk)))
    return new Promise<{ seen: string; error?: Error }>(done => {
      stream.on('error', error => done({ seen: seen.join(''), error })).on('end', () => done({ seen: seen.join('') }))
    })
  }

  test('sends what is described as it came, in whatever pieces', async () => {
    const blocks = [
      'retry: 2000\n\n: open\n\ndata: {"type":"hea',
      'rd","of":"x"}\n\n',
      'data: {"type":"over"}\n\n',
      'data: [DONE]\n\n',
    ]
    expect(await text(checkedStream(streaming, Readable.from(blocks)))).toBe(blocks.join(''))
  })

  test.each([
    ['a type that is unheard of', '{"type":"invented"}'],
    ['a field that is not described', '{"type":"heard","of":"x","by":"y"}'],
    ['a field that is missing', '{"type":"heard"}'],
  ])('breaks off at %s, and says why', async (_what, data) => {
    const { seen, error } = await sent([`data: {"type":"heard","of":"x"}\n\n`, `data: ${data}\n\n`])
    expect(error?.message).toContain('GET /v1/rumours sends what it does not describe')
    expect(seen).toContain('"type":"error"')
    expect(seen).not.toContain(`data: ${data}`)
  })

  test('takes its source with it when the reader goes', async () => {
    const source = new Readable({ read() {} })
    checkedStream(streaming, source).destroy()
    await new Promise(done => source.once('close', done))
    expect(source.destroyed).toBe(true)
  })
})

test('a refusal says beside its sentence what is described, and no more', () => {
  const answer = (change: object) => {
    try {
      assertScope({ scopes: [] }, 'share')
    } catch (error) {
      const refusal = errorReply(error, 'en', 'r')
      const config = { CHECK_REPLIES: true } as Config
      return described(config, { route: streaming }, { ...refusal, body: { ...refusal.body, ...change } }).status
    }
    return undefined
  }
  expect(answer({})).toBe(403)
  expect(answer({ scope: 'everything' })).toBe(500)
  expect(answer({ more: 1 })).toBe(500)
})
