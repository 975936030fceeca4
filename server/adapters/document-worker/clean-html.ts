import { Parser } from 'htmlparser2'

/** A page of somebody else's HTML as the office may have it: words, tables and its own pictures; nothing that runs, nothing that is fetched. */

const KEPT = new Set(
  (
    'p div span br hr b strong i em u s sub sup small big font center blockquote pre code h1 h2 h3 h4 h5 h6 ul ol li dl dt dd ' +
    'table thead tbody tfoot tr td th caption a img section article header footer figure figcaption address'
  ).split(' '),
)
const SILENT = new Set(['script', 'style', 'template', 'svg', 'math', 'object', 'iframe', 'head', 'title', 'noscript'])
const VOID = new Set(['br', 'hr', 'img'])
const PLAIN = new Set([
  'colspan',
  'rowspan',
  'align',
  'valign',
  'border',
  'width',
  'height',
  'cellpadding',
  'cellspacing',
])
const DEEPEST = 500

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The address of a picture as one that carries its bytes; undefined where there are none. */
export type PictureOf = (source: string) => string | undefined

export interface CleanedHtml {
  html: string
  /** Pictures that lie elsewhere, or could not be taken. */
  lost: number
}

/** `xhtml`: a tag that closes itself has nothing in it, as in the chapters of books. */
export function cleanHtml(html: string, pictureOf: PictureOf, { xhtml = false } = {}): CleanedHtml {
  const parts: string[] = []
  let [silent, depth, lost] = [0, 0, 0]
  const attributesOf = (name: string, given: Record<string, string>): string | undefined => {
    const kept = Object.entries(given).filter(([key, value]) => PLAIN.has(key) && value.length < 100)
    if (name === 'img') {
      const source = pictureOf(given.src ?? '')
      if (!source) {
        lost++
        return undefined
      }
      kept.push(['src', source])
    }
    if (name === 'a' && /^(https?:|mailto:)/i.test(given.href ?? '')) kept.push(['href', given.href!])
    return kept.map(([key, value]) => ` ${key}="${escapeHtml(value)}"`).join('')
  }
  const parser = new Parser(
    {
      onopentag(name, given) {
        depth++
        if (SILENT.has(name)) silent++
        if (silent > 0 || depth > DEEPEST || !KEPT.has(name)) return
        const attributes = attributesOf(name, given)
        if (attributes !== undefined) parts.push(`<${name}${attributes}>`)
        else if (given.alt) parts.push(escapeHtml(given.alt))
      },
      ontext(text) {
        if (silent === 0) parts.push(escapeHtml(text))
      },
      onclosetag(name) {
        depth--
        if (SILENT.has(name)) silent--
        else if (silent === 0 && depth < DEEPEST && KEPT.has(name) && !VOID.has(name)) parts.push(`</${name}>`)
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true, recognizeSelfClosing: xhtml },
  )
  parser.write(html)
  parser.end()
  return { html: parts.join(''), lost }
}

/** Of the kinds that the office draws. */
export const pictureUrl = (mime: string, bytes: Uint8Array): string | undefined =>
  /^image\/(png|jpe?g|gif|bmp|webp)$/i.test(mime)
    ? `data:${mime.toLowerCase()};base64,${Buffer.from(bytes).toString('base64')}`
    : undefined
