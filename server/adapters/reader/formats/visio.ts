import type { Manuscript } from '../manuscript.ts'
import { officeProperties } from './office-facts.ts'
import type { Zip } from './zipped.ts'

/** Visio: every page with its name and the words on its shapes, in the order in which they were drawn. */
export async function readVisio(zip: Zip, out: Manuscript): Promise<void> {
  const { title, facts } = await officeProperties(zip)
  out.title = title
  Object.assign(out.facts, facts)
  const pages = await pagesOf(zip)
  for (const { name, part } of pages) {
    out.startPage()
    if (name !== '') {
      out.startHeading(1)
      out.write(name)
      out.endHeading()
      out.gap('\n\n')
    }
    await writeShapes(zip, part, out)
  }
  out.facts.page_count = pages.length
}

const LIST = 'visio/pages/pages.xml'

async function pagesOf(zip: Zip): Promise<{ name: string; part: string }[]> {
  const targets = await zip.relations(LIST)
  const found: { name: string; part: string }[] = []
  let [name, inPage] = ['', false]
  await zip.xmlBeside(LIST, {
    open(tag, attributes) {
      if (tag === 'Page') [name, inPage] = [attributes.Name ?? attributes.NameU ?? '', true]
      else if (tag === 'Rel' && inPage) {
        const part = targets.get(attributes.id ?? '')?.target
        if (part && zip.parts.has(part)) found.push({ name, part })
      }
    },
    close(tag) {
      if (tag === 'Page') inPage = false
    },
  })
  if (found.length > 0) return found
  const parts = [...zip.parts.keys()].filter(part => /^visio\/pages\/page\d+\.xml$/.test(part))
  return parts.sort((a, b) => numberIn(a) - numberIn(b)).map(part => ({ name: '', part }))
}

const numberIn = (part: string) => Number(/\d+/.exec(part)?.[0])

async function writeShapes(zip: Zip, part: string, out: Manuscript): Promise<void> {
  let inText = 0
  await zip.xmlBeside(part, {
    open(tag) {
      if (tag === 'Text') inText++
    },
    text(text) {
      if (inText > 0) out.write(text.trimEnd())
    },
    close(tag) {
      if (tag !== 'Text') return
      inText--
      out.gap('\n')
    },
  })
}
