import { expect, test } from 'vitest'
import { aPerson } from '../support/client.ts'

/** Long answers are packed for those who can unpack them; whatever is secret, streamed or a file is not. */

test('a long list comes packed, the same to the letter, and plain to those who want it plain', async () => {
  const anna = await aPerson()
  for (const name of ['One.txt', 'Two.txt', 'Три.txt']) await anna.upload(name)
  const wanting = (encoding: string) => anna.get('/v1/objects?sort=name', { 'accept-encoding': encoding })
  const plain = await wanting('identity')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(plain.headers.get('vary')).toContain('accept-encoding')
  for (const encoding of ['br', 'gzip']) {
    const packed = await wanting(encoding)
    expect(packed.headers.get('content-encoding')).toBe(encoding)
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(plain.text.length)
    expect(packed.body.items.map((file: { filename: string }) => file.filename)).toEqual(
      plain.body.items.map((file: { filename: string }) => file.filename),
    )
  }
})

test('short answers, answers to changes, files and parts of them are as they are', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('Long.txt', 'word '.repeat(2000))
  const all = { 'accept-encoding': 'gzip, br' }
  expect((await anna.get('/v1/auth/me', all)).headers.get('content-encoding')).toBeNull()
  const token = await anna.call('POST', '/v1/tokens', { body: { name: 'n'.repeat(100) }, headers: all })
  expect(token.headers.get('content-encoding')).toBeNull()
  const content = await anna.get(`/v1/objects/${id}/content`, all)
  expect([content.headers.get('content-encoding'), content.text.length]).toEqual([null, 10_000])
  const part = await anna.get(`/v1/objects/${id}/content`, { ...all, range: 'bytes=5-8' })
  expect([part.status, part.headers.get('content-encoding'), part.text]).toEqual([206, null, 'word'])
})
