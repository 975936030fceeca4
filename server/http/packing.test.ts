import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodingFor, packed } from './packing.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0', undefined],
  ['identity', undefined],
  ['vibrant', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s: %s', (accepted, wanted) => expect(encodingFor(accepted)).toBe(wanted))

test.each([2000, 20_000, 200_000])('%i letters come back as they were', async length => {
  const text = JSON.stringify('Ж'.repeat(length))
  expect(brotliDecompressSync((await packed(text, 'br'))!.bytes).toString()).toBe(text)
  expect(gunzipSync((await packed(text, 'gzip'))!.bytes).toString()).toBe(text)
})

test('little is left as it is', async () => expect(await packed('{"ok":true}', 'br')).toBeUndefined())
