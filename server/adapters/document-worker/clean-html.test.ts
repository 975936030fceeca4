import { expect, test } from 'vitest'
import { writeHtml } from '../reader/formats/html.ts'
import { Manuscript } from '../reader/manuscript.ts'
import { cleanHtml } from './clean-html.ts'

const CHAPTER =
  '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/><style/></head>' +
  '<body><p>First<a id="n"/> words</p><iframe/><p>last words</p></body></html>'

test('in a chapter of a book a tag that closes itself swallows nothing', () => {
  expect(cleanHtml(CHAPTER, () => undefined, { xhtml: true }).html).toBe('<p>First<a></a> words</p><p>last words</p>')
  const out = new Manuscript()
  expect(writeHtml(CHAPTER, out, { xhtml: true })).toBe('')
  expect(out.finish().text).toBe('First words\n\nlast words')
  const declared = new Manuscript()
  writeHtml(`<?xml version="1.0"?>${CHAPTER}`, declared)
  expect(declared.finish().text).toBe('First words\n\nlast words')
})

test('in HTML it only opens, as in a browser', () => {
  expect(cleanHtml('<p>a</p><script src="a.js"/>run()</script><p>b</p>', () => undefined).html).toBe('<p>a</p><p>b</p>')
})
