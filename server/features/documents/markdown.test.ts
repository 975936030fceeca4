import { expect, test } from 'vitest'
import { markdownToHtml, paragraphs } from './markdown.ts'

const body = (text: string) => markdownToHtml(text).split('<body>\n')[1]!.split('\n</body>')[0]!

test('what people write in Markdown becomes HTML', () => {
  expect(body('# Один\n\nТекст **жирный** и *косой*.')).toBe(
    '<h1>Один</h1>\n<p>Текст <b>жирный</b> и <i>косой</i>.</p>',
  )
  expect(body('- a\n- b\n  1. c\n- d')).toBe('<ul><li>a</li><li>b<ol><li>c</li></ol></li><li>d</li></ul>')
  expect(body('| A | B |\n|---|---|\n| 1 | 2 |')).toBe(
    '<table border="1"><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
  )
  expect(body('```js\na < b\n```')).toBe('<pre>a &lt; b</pre>')
  expect(body('> one\n> two')).toBe('<blockquote><p>one two</p></blockquote>')
})

test('nothing of it can become markup or lead anywhere but to the web', () => {
  expect(body('<script>x</script>')).toBe('<p>&lt;script&gt;x&lt;/script&gt;</p>')
  expect(body('[x](file:///etc/passwd)')).not.toContain('href')
  expect(body('![alt](http://outside/picture.png)')).toBe('<p>alt</p>')
  expect(body('>'.repeat(500))).toContain('blockquote')
})

test('lines of a page become paragraphs', () => {
  expect(paragraphs('Первая стро-\nка текста\nи дальше.\n\nВторая.\fТретья.')).toEqual([
    'Первая строка текста и дальше.',
    'Вторая.',
    'Третья.',
  ])
})
