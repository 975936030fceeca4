import type { Manuscript } from '../manuscript.ts'
import { readXml, tags, type XmlHandler } from './zipped.ts'

/** A book in FictionBook: its paragraphs without the marks, its titles as headings. */
export async function writeBook(xml: string, out: Manuscript): Promise<void> {
  async function* whole() {
    // It is decoded already, whatever it says of itself.
    yield Buffer.from(xml.replace(/^\s*<\?xml[^>]*\?>/, ''))
  }
  await readXml(whole(), bookText(out))
}

export const isBook = (xml: string) => /<FictionBook[\s>]/.test(xml.slice(0, 2000))

const SILENT = new Set(['binary', 'stylesheet', 'document-info', 'publish-info', 'custom-info', 'src-title-info'])

function bookText(out: Manuscript): XmlHandler {
  let [silent, info, depth, inTitle, current, author] = [0, false, 0, false, '', '']
  const endLine = () => {
    if (info) return
    const said = inTitle ? out.endHeading() : ''
    out.title ||= said
    out.gap('\n')
  }
  const opened = tags({
    'title-info': () => {
      info = true
    },
    section: () => depth++,
    title: () => {
      inTitle = true
      out.gap('\n\n')
    },
    p: () => inTitle && out.startHeading(Math.max(depth, 1)),
  })
  const closed = tags({
    'title-info': () => {
      info = false
      if (author.trim() !== '') out.facts.author = author.trim()
    },
    section: () => depth--,
    title: () => {
      inTitle = false
      out.gap('\n\n')
    },
    p: endLine,
    v: endLine,
    subtitle: endLine,
    'text-author': endLine,
  })
  return {
    open(name, attributes) {
      if (SILENT.has(name)) silent++
      current = name
      if (silent === 0) opened.get(name)?.(attributes)
    },
    text(text) {
      if (silent > 0) return
      if (!info) out.flow(text)
      else if (current === 'book-title') out.title += text.trim()
      else if (/^(first|middle|last)-name$/.test(current) && author.length < 200) author += `${text.trim()} `
    },
    close(name) {
      if (silent === 0) closed.get(name)?.({})
      if (SILENT.has(name)) silent--
      current = ''
    },
  }
}
