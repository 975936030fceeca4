import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markdownToHtml } from '../../../server/features/documents/markdown.ts'
import { fileOfLink, type Node, takeBox, textOf, treeOf } from '../../../web/lib/markdown.ts'

const partsOf = (nodes: Node[]): Exclude<Node, string>[] =>
  nodes.flatMap(node => (typeof node === 'string' ? [] : [node, ...partsOf(node.children)]))

/** What a browser would make of it: tags in their order. */
const tagsOf = (html: string) => [...html.matchAll(/<([a-z][a-z0-9]*)[ >]/g)].map(([, tag]) => tag!)
const OUTSIDE = new Set(['html', 'head', 'meta', 'body', 'pre', 'a'])

describe('Markdown', () => {
  test.each([
    '# One\n\ntwo **three** _four_ ~~five~~ `six`',
    '- a\n  - b\n- c\n\n1. d\n2. e',
    '> quoted\n> more\n\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    '```js\nlet a = 1\n```\n\n    indented',
    'snake_case_word и **жирный** 2*3*4',
    'a\nb\\\nc',
    '<script>alert(1)</script> & <b>x</b>',
  ])('is read as the service reads it: %j', text => {
    const own = partsOf(treeOf(text))
      .filter(({ isTight, tag }) => !isTight && tag && tag !== 'a' && tag !== 'img')
      .map(({ tag }) => tag)
    const theirs = tagsOf(markdownToHtml(text).text).filter(tag => !OUTSIDE.has(tag) && tag !== 'br')
    expect(own).toEqual(theirs)
  })

  test('bare addresses become links, pictures their words', () => {
    const found = partsOf(
      treeOf('see https://example.org/a?b=1. ![a plan](https://example.org/p.png) [мы](mailto:a@b.c)'),
    )
    expect(found.map(({ kind, attributes, text }) => [kind, attributes.href ?? attributes.src, text])).toEqual([
      ['paragraph', undefined, ''],
      ['link', 'https://example.org/a?b=1', ''],
      ['image', 'https://example.org/p.png', 'a plan'],
      ['link', 'mailto:a@b.c', ''],
    ])
  })

  test('links lead to own files and to the web, and nowhere else', () => {
    const id = '0198c1f2-7a3b-7c4d-8e5f-0123456789ab'
    const hrefs = (text: string) => partsOf(treeOf(text)).flatMap(({ attributes }) => attributes.href ?? [])
    for (const own of [`/v1/objects/${id}`, `/objects/${id}`]) {
      expect(hrefs(`[Счёт 118.pdf](${own})`)).toEqual([own])
      expect(fileOfLink(own)).toBe(id)
    }
    for (const other of [`/v1/objects/${id}/content`, '/admin', '/objects/x', `//objects/${id}`, 'javascript:alert(1)'])
      expect([other, hrefs(`[x](${other})`)]).toEqual([other, []])
  })

  test.each(['[a](javascript:alert(1))', '[a](data:text/html,x)', '![a](file:///etc/passwd)', '<javascript:alert(1)>'])(
    'nothing leads anywhere but to the web: %s',
    text => expect(partsOf(treeOf(text)).filter(({ kind }) => kind === 'link' || kind === 'image')).toEqual([]),
  )

  test('whatever is written, links are safe', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '[',
            ']',
            '(',
            ')',
            '!',
            '<',
            '>',
            'javascript:',
            'https://x.y',
            '`',
            '*',
            '_',
            '\n',
            ' ',
            'a',
          ),
          {
            maxLength: 40,
          },
        ),
        pieces => {
          for (const { attributes } of partsOf(treeOf(pieces.join(''))))
            expect(attributes.href ?? attributes.src ?? 'https:').toMatch(/^(https?:|mailto:)/)
        },
      ),
    ))

  test('boxes of a list are ticked or not', () => {
    const lines = partsOf(treeOf('- [x] done **well**\n- [ ] open\n- plain [1]\n\n  loose')).filter(
      ({ kind }) => kind === 'list_item',
    )
    expect(lines.map(({ children }) => takeBox(children)).map(({ checked, rest }) => [checked, textOf(rest)])).toEqual([
      [true, 'done well'],
      [false, 'open'],
      [undefined, 'plain [1]loose'],
    ])
  })

  test.each(['![', '[a](', '**', '_a_', '`', '> ', '|a', '- '])('a hundred thousand of %j are read', piece => {
    expect(textOf(treeOf(`${piece.repeat(100_000)}\n\nend`))).toMatch(/end\n?$/)
  })
})
