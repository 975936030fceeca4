import { expect, test } from 'vitest'
import { sniff } from './kinds.ts'

const mimeOf = async (text: string, name = 'a') => (await sniff(Buffer.from(text, 'latin1'), name)).mime

test('what stands before the first element hides nothing', async () => {
  expect(await mimeOf('<!doctype html><p>')).toBe('text/html')
  expect(await mimeOf('<?xml version="1.0"?>\n<!-- a -->\n<!-- b --><HTML lang="ru">')).toBe('text/html')
  expect(await mimeOf('\n<!-- a --> <svg xmlns="http://www.w3.org/2000/svg">')).toBe('image/svg+xml')
  expect(await mimeOf('<!-- never closed <html>')).toBe('text/plain')
  expect(await mimeOf('<htmlx>')).toBe('text/plain')
})

test.each(['<!---->', '<!-- -->\n', '<?xml ', '<!--', '<!doctype ', 'From: a\n', 'X-A:\n'])(
  'a beginning of nothing but %j is told in a moment',
  async piece => {
    const before = process.cpuUsage()
    await mimeOf(piece.repeat(4096 / piece.length), 'a.html')
    const { user, system } = process.cpuUsage(before)
    expect(user + system).toBeLessThan(1_000_000)
  },
)
