import { expect, test } from 'vitest'
import { markdownToHtml, paragraphs } from './markdown.ts'

const body = (text: string) => markdownToHtml(text).text.split('<body>\n')[1]!.split('\n</body>')[0]!

test('what people write in Markdown becomes HTML', () => {
  expect(body('# Один\n\nТекст **жирный** и *косой*.')).toBe(
    '<h1>Один</h1>\n<p>Текст <strong>жирный</strong> и <em>косой</em>.</p>',
  )
  expect(body('- a\n- b\n  1. c\n- d').replaceAll('\n', '')).toBe(
    '<ul><li>a</li><li>b<ol><li>c</li></ol></li><li>d</li></ul>',
  )
  expect(body('| A | B |\n|---|---|\n| 1 | 2 |').replaceAll('\n', '')).toBe(
    '<table border="1"><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  )
  expect(body('```js\na < b\n```')).toContain('a &lt; b')
  expect(body('> one\n> two').replaceAll('\n', ' ')).toBe('<blockquote> <p>one two</p> </blockquote>')
})

test('nothing of it can become markup or lead anywhere but to the web', () => {
  expect(body('<script>x</script>')).toBe('<p>&lt;script&gt;x&lt;/script&gt;</p>')
  for (const address of ['file:///etc/passwd', 'smb://host/share', 'javascript:alert(1)', '/etc/passwd'])
    expect(body(`[x](${address}) ![y](${address})`)).not.toMatch(/href|src=/)
  expect(body('![alt](http://outside/picture.png)')).toBe('<p>alt</p>')
  expect(markdownToHtml('![a](http://outside/a.png) ![b](b.png) [c](d)').lost).toBe(2)
  expect(body('>'.repeat(500))).toContain('blockquote')
})

/** Processor time, since the machine may be busy with other things. */
function costOf(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

test.each(['![', 'word\n\n', '*a ', '_a', '**a', '[a](', '`a', '>', '- ', '|a', '~~a', '[a]: ', '\n', ' ', '&'])(
  '120 kB of %j take a second or two, not minutes',
  piece => {
    const text = piece.repeat(120_000 / piece.length)
    expect(costOf(() => markdownToHtml(text))).toBeLessThan(8000)
    expect(costOf(() => paragraphs(text))).toBeLessThan(1000)
  },
)

test('lines of a page become paragraphs', () => {
  expect(paragraphs('Первая стро-\nка текста\nи дальше.\n\nВторая.\fТретья.')).toEqual([
    'Первая строка текста и дальше.',
    'Вторая.',
    'Третья.',
  ])
})
