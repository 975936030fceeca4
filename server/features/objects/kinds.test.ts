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

test('an old office file is what its own table of contents says, not what lies embedded before it', async () => {
  const stream = (name: string) => Buffer.from(name, 'utf16le')
  /** The table of contents begins with the sector of this number. */
  const container = (directory: number, embedded: string, own: string) => {
    const bytes = Buffer.alloc(8192)
    Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
    bytes.writeUInt16LE(9, 30)
    bytes.writeUInt32LE(directory, 48)
    stream(embedded).copy(bytes, 1024)
    stream(own).copy(bytes, (directory + 1) * 512)
    return bytes
  }
  const slides = { kind: 'presentation', mime: 'application/vnd.ms-powerpoint' }
  expect(await sniff(container(10, 'WordDocument', 'PowerPoint Document'), 'talk.doc')).toEqual(slides)
  const drawing = { kind: 'document', mime: 'application/x-visio' }
  expect(await sniff(container(10, 'WordDocument', 'VisioDocument'), 'network.vsd')).toEqual(drawing)
  // It lies behind what was looked at: the name decides.
  const beginning = container(12, 'WordDocument', 'PowerPoint Document').subarray(0, 4096)
  expect(await sniff(beginning, 'talk.ppt')).toEqual(slides)
})
