import MarkdownIt from 'markdown-it'

/** Texts as HTML. Runs beside the main thread: what it costs grows with the text. */

const markdown = new MarkdownIt('default', { html: false, linkify: false })
// Nothing of it leads anywhere but to the web, and no picture is fetched: of one that is not in the text its words stand for it.
const LEADS = /^(https?:|mailto:)/i
const HELD = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/
markdown.validateLink = () => true
markdown.renderer.rules.link_open = (...[tokens, at, options, , self]) => {
  const token = tokens[at]!
  if (!LEADS.test(String(token.attrGet('href') ?? '').trim())) token.attrs = null
  return self.renderToken(tokens, at, options)
}
markdown.renderer.rules.image = (tokens, at, _options, env) => {
  const src = String(tokens[at]!.attrGet('src') ?? '')
  if (HELD.test(src)) return `<img src="${src}" alt="${escaped(tokens[at]!.content)}">`
  if (env) env.lost = Number(env.lost) + 1
  return escaped(tokens[at]!.content)
}
markdown.renderer.rules.table_open = () => '<table border="1">\n'

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

const page = (body: string): string =>
  `<!DOCTYPE html>\n<html><head><meta charset="utf-8"></head><body>\n${body}\n</body></html>\n`

/** `lost` are the pictures of which only the words are there. */
export function markdownToHtml(text: string): { text: string; lost: number } {
  const env = { lost: 0 }
  return { text: page(markdown.render(text, env).trim()), lost: env.lost }
}

/** The text of pages as paragraphs: lines that were only broken by the page's width are joined again. */
export function paragraphs(text: string): string[] {
  const found: string[] = []
  let lines: string[] = []
  const close = () => {
    if (lines.length > 0) found.push(joined(lines))
    lines = []
  }
  for (const line of text.replaceAll('\f', '\n\n').split('\n')) {
    const bare = line.trim()
    if (bare === '') close()
    else lines.push(bare)
  }
  close()
  return found
}

/** A word that was broken at the end of a line becomes whole. */
function joined(lines: string[]): string {
  let text = lines[0]!
  for (const line of lines.slice(1)) {
    const isBroken = /\p{L}-$/u.test(text.slice(-3)) && /^\p{Ll}/u.test(line)
    text = isBroken ? text.slice(0, -1) + line : `${text} ${line}`
  }
  return text
}

export const paragraphsToHtml = (text: string): string =>
  page(
    paragraphs(text)
      .map(part => `<p>${escaped(part)}</p>`)
      .join('\n'),
  )
