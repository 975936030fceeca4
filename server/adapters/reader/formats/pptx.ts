import type { Manuscript } from '../manuscript.ts'
import { writeChart } from './charts.ts'
import { officeProperties } from './office-facts.ts'
import { tags, type XmlHandler, type Zip } from './zipped.ts'

/** A presentation: each slide a page, in the order in which they are shown, with its drawings' words and its notes. */
export async function readPptx(zip: Zip, out: Manuscript): Promise<void> {
  const { title, facts } = await officeProperties(zip)
  out.title = title
  Object.assign(out.facts, facts)
  const slides = await slideOrder(zip)
  for (const slide of slides) {
    out.startPage()
    await zip.xml(slide, slideText(out))
    for (const { target, type } of (await zip.relations(slide)).values()) {
      out.gap('\n\n')
      if (type === 'diagramData' || type === 'notesSlide')
        await zip.xmlBeside(target, slideText(out, type === 'notesSlide'))
      else if (type === 'chart') await writeChart(zip, target, out)
      else if (type === 'comments') await zip.xmlBeside(target, comments(out))
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

/** What others wrote beside the slide, in the form of before and in that of today. */
function comments(out: Manuscript): XmlHandler {
  let inText = false
  return {
    open(name) {
      if (name === 'text' || name === 't') inText = true
    },
    text(text) {
      if (inText) out.write(text)
    },
    close(name) {
      if (name === 'text' || name === 't') inText = false
      if (name === 'text' || name === 'p') out.gap('\n')
    },
  }
}

/** Numbers of slides, dates and footers repeat on every slide and say nothing. */
const FURNITURE = new Set(['sldNum', 'dt', 'ftr', 'hdr'])

function slideText(out: Manuscript, notes = false): XmlHandler {
  let [inText, furniture, skipping, heading, number] = [false, false, 0, false, false]
  const opened = tags({
    sp: () => {
      ;[furniture, heading] = [false, false]
    },
    ph: ({ type = '' }) => {
      furniture = FURNITURE.has(type)
      heading = !notes && (type === 'title' || type === 'ctrTitle')
    },
    fld: ({ type }) => {
      number = type === 'slidenum'
    },
    p: () => heading && out.startHeading(1),
    t: () => {
      inText = !number
    },
    br: () => furniture || out.write('\n'),
    tab: () => furniture || out.gap(' '),
  })
  const closed = tags({
    t: () => {
      inText = false
    },
    fld: () => {
      number = false
    },
    p: () => {
      const said = heading ? out.endHeading() : ''
      out.title ||= said
      out.gap('\n')
    },
    tc: () => out.regap('\t'),
    tr: () => out.regap('\n'),
    pt: () => out.gap('\n'),
    sp: () => out.gap('\n'),
  })
  return {
    open(name, attributes) {
      if (name === 'Fallback') skipping++
      opened.get(name)?.(attributes)
    },
    text(text) {
      if (inText && !furniture && skipping === 0) out.write(text)
    },
    close(name) {
      if (name === 'Fallback') skipping--
      closed.get(name)?.({})
    },
  }
}
