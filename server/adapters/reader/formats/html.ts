import { Parser } from 'htmlparser2'
import { failed, WHY } from '../failures.ts'
import { LIMITS } from '../limits.ts'
import type { Manuscript } from '../manuscript.ts'
import { readStart } from './bytes.ts'
import { decodeText } from './encodings.ts'

const SILENT = new Set(['script', 'style', 'template', 'svg', 'math', 'object', 'iframe', 'select', 'textarea'])
const APART = new Set('p h1 h2 h3 h4 h5 h6 table ul ol dl blockquote pre section article figure hr'.split(' '))
const LINES = new Set(
  'div li dt dd tr header footer main nav aside address form fieldset figcaption caption thead tbody br body option'.split(
    ' ',
  ),
)

/**
 * The words of a page as a reader of the page would see them. Answers its title. In XHTML a tag that closes itself has nothing in
 * it; in HTML `<title/>` only opens one.
 */
export function writeHtml(
  html: string,
  out: Manuscript,
  { xhtml = html.startsWith('<?xml'), framed = false } = {},
): string {
  let [title, firstHeading, tag, silent, pre, depth, inTitle] = ['', '', '', 0, 0, 0, false]
  const parser = new Parser(
    {
      onopentagname(name) {
        if (++depth > LIMITS.htmlDepth) throw failed(WHY.nested)
        tag = name
        if (name === 'title') inTitle = true
        if (SILENT.has(name)) silent++
        if (name === 'pre') pre++
        out.gap(gapOf(name))
        if (/^h[1-6]$/.test(name)) out.startHeading(Number(name[1]))
      },
      // The page inside an iframe is read; a page inside of that one is not.
      onattribute(name, value) {
        if (tag === 'iframe' && name === 'srcdoc' && silent === 1 && !framed) writeHtml(value, out, { framed: true })
      },
      ontext(text) {
        if (inTitle && silent === 0) title += text
        else if (silent === 0 && pre > 0) out.write(text)
        else if (silent === 0) out.flow(text)
      },
      onclosetag(name) {
        depth--
        if (name === 'title') inTitle = false
        if (SILENT.has(name)) silent--
        if (name === 'pre') pre--
        if (/^h[1-6]$/.test(name)) {
          const said = out.endHeading()
          firstHeading ||= said
        }
        if (name === 'td' || name === 'th') out.regap('\t')
        else if (name === 'tr') out.regap('\n')
        else out.gap(gapOf(name))
      },
    },
    { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: xhtml },
  )
  for (let at = 0; at < html.length; at += 65_536) parser.write(html.slice(at, at + 65_536))
  parser.end()
  return title.trim() || firstHeading
}

const gapOf = (name: string) => (APART.has(name) ? '\n\n' : LINES.has(name) ? '\n' : '')

/** The charset that the page declares for itself. */
export const declaredCharset = (bytes: Buffer): string | undefined =>
  /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(bytes.subarray(0, 4096).toString('latin1'))?.[1]

export function decodeHtml(bytes: Buffer): { text: string; encoding: string } {
  const xml = /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w.-]+)/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1]
  return decodeText(bytes, declaredCharset(bytes) ?? xml)
}

export async function readHtml(path: string, out: Manuscript): Promise<void> {
  const bytes = await readStart(path)
  const { text, encoding } = decodeHtml(bytes)
  out.facts.encoding = encoding
  out.title = writeHtml(text, out)
  if (bytes.length >= LIMITS.textBytes) out.cut()
}
