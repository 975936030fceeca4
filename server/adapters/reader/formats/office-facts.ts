import type { XmlHandler, Zip } from './zipped.ts'

/** What an office document says of itself in docProps. */
export async function officeProperties(zip: Zip): Promise<{ title: string; facts: Record<string, unknown> }> {
  const said: Record<string, string> = {}
  let current = ''
  const handler: XmlHandler = {
    open: name => {
      current = name
    },
    text: text => {
      if (current) said[current] = (said[current] ?? '') + text
    },
    close: () => {
      current = ''
    },
  }
  await zip.xmlBeside('docProps/core.xml', handler)
  await zip.xmlBeside('docProps/app.xml', handler)
  return { title: said.title?.trim() ?? '', facts: officeFacts(said) }
}

export function officeFacts(said: Record<string, string>): Record<string, unknown> {
  const pages = Number(said.Pages ?? said.Slides)
  const entries = Object.entries({
    author: said.creator,
    subject: said.subject,
    keywords: said.keywords,
    created: said.created,
    modified: said.modified,
    application: said.Application,
    page_count: pages > 0 ? pages : undefined,
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''))
}
