import type { Manuscript } from '../manuscript.ts'
import { officeProperties, type XmlHandler, type Zip } from './zipped.ts'

/** A presentation: each slide a page, in the order in which they are shown, with its drawings' words and its notes. */
export async function readPptx(zip: Zip, out: Manuscript): Promise<void> {
  const { title, facts } = await officeProperties(zip)
  out.title = title
  Object.assign(out.facts, facts)
  const slides = await slideOrder(zip)
  for (const slide of slides) {
    out.startPage()
    await zip.xml(slide, slideText(out))
    const beside = [...(await zip.relations(slide)).values()]
    for (const { target, type } of beside.filter(({ type }) => type === 'diagramData' || type === 'notesSlide')) {
      out.gap('\n\n')
      await zip.xml(target, slideText(out, type === 'notesSlide'))
    }
  }
  out.facts.page_count = slides.length
}

async function slideOrder(zip: Zip): Promise<string[]> {
  const relations = await zip.relations('ppt/presentation.xml')
  const order: string[] = []
  await zip.xml('ppt/presentation.xml', {
    open(name, attributes) {
      const id = attributes['r:id'] ?? attributes.id ?? ''
      const target = name === 'sldId' ? relations.get(id)?.target : undefined
      if (target) order.push(target)
    },
  })
  if (order.length > 0) return order
  const numberIn = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1])
  return [...zip.parts.keys()]
    .filter(name => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    .sort((a, b) => numberIn(a) - numberIn(b))
}

/** Numbers of slides, dates and footers repeat on every slide and say nothing. */
const FURNITURE = new Set(['sldNum', 'dt', 'ftr', 'hdr'])

function slideText(out: Manuscript, notes = false): XmlHandler {
  let [inText, furniture, skipping, heading] = [false, false, 0, false]
  return {
    open(name, { type = '' }) {
      if (name === 'Fallback') skipping++
      else if (name === 'sp') [furniture, heading] = [false, false]
      else if (name === 'ph') {
        furniture = FURNITURE.has(type)
        heading = !notes && (type === 'title' || type === 'ctrTitle')
      } else if (name === 'p' && heading) out.startHeading(1)
      else if (name === 't') inText = true
      else if (name === 'br' && !furniture) out.write('\n')
      else if (name === 'tab' && !furniture) out.gap(' ')
    },
    text(text) {
      if (inText && !furniture && skipping === 0) out.write(text)
    },
    close(name) {
      if (name === 'Fallback') skipping--
      else if (name === 't') inText = false
      else if (name === 'p') {
        if (heading) {
          const said = out.endHeading()
          out.title ||= said
        }
        out.gap('\n')
      } else if (name === 'tc') out.regap('\t')
      else if (name === 'tr') out.regap('\n')
      else if (name === 'pt' || name === 'sp') out.gap('\n')
    },
  }
}
