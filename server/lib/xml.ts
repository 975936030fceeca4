import { SaxesParser } from 'saxes'

/** Small XML documents, as WebDAV speaks them: a tree of named elements. No entities but XML's own five are known. */

export interface Element {
  /** `{namespace}name` */
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

export class BadXml extends Error {
  override name = 'BadXml'
}

const MAX_ELEMENTS = 100_000
const MAX_DEPTH = 64

export function parseXml(text: string): Element {
  const parser = new SaxesParser({ xmlns: true })
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let count = 0
  parser.on('error', error => {
    throw new BadXml(error.message)
  })
  parser.on('doctype', () => {
    throw new BadXml('a DOCTYPE is not taken')
  })
  parser.on('opentag', tag => {
    if (++count > MAX_ELEMENTS || open.length > MAX_DEPTH) throw new BadXml('it is too large')
    const attributes = Object.fromEntries(Object.values(tag.attributes).map(({ local, value }) => [local, value]))
    const element: Element = { name: `{${tag.uri}}${tag.local}`, attributes, children: [], text: '' }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  const onText = (more: string) => {
    open.at(-1)!.text += more
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.write(text).close()
  if (root.children.length !== 1) throw new BadXml('it is empty')
  return root.children[0]!
}

export const escapeXml = (text: string) =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
