import type { Manuscript } from '../manuscript.ts'
import { officeProperties, tags, type XmlHandler, type Zip } from './zipped.ts'

/** Word: the body, then notes, comments, and what stands at the head and foot of its pages. */
export async function readDocx(zip: Zip, out: Manuscript): Promise<void> {
  const main = [...zip.parts.keys()].find(name => /^word\/document\d*\.xml$/.test(name)) ?? 'word/document.xml'
  const { title, facts } = await officeProperties(zip)
  out.title = title
  Object.assign(out.facts, facts)
  const levels = await headingStyles(zip)
  await zip.xml(main, wordText(out, levels))
  const beside = /^word\/(footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/
  for (const name of [...zip.parts.keys()].filter(part => beside.test(part)).sort()) {
    out.gap('\n\n')
    await zip.xml(name, wordText(out, new Map()))
  }
}

/** Which style stands for a heading of which level, by its own word or by that of the style it is based on. */
async function headingStyles(zip: Zip): Promise<Map<string, number>> {
  const levels = new Map<string, number>()
  const parents = new Map<string, string>()
  let id = ''
  await zip.xml('word/styles.xml', {
    open(name, { styleId, val = '' }) {
      if (name === 'style') id = styleId ?? ''
      else if (id === '') return
      else if (name === 'basedOn') parents.set(id, val)
      else if (name === 'outlineLvl' && Number(val) < 9) levels.set(id, Number(val) + 1)
      else if (name === 'name') {
        const level = /^(?:heading|заголовок) (\d)$/i.exec(val)?.[1]
        if (level) levels.set(id, Number(level))
        else if (/^(title|название)$/i.test(val)) levels.set(id, 1)
      }
    },
    close(name) {
      if (name === 'style') id = ''
    },
  })
  for (const child of parents.keys()) {
    let ancestor = parents.get(child)
    for (let steps = 0; ancestor && steps < 10 && !levels.has(child); steps++) {
      if (levels.has(ancestor)) levels.set(child, levels.get(ancestor)!)
      ancestor = parents.get(ancestor)
    }
  }
  return levels
}

/** Shown twice for old readers, or not shown at all. */
const SKIPPED = new Set(['Fallback', 'instrText', 'delText', 'del', 'moveFrom'])

function wordText(out: Manuscript, levels: Map<string, number>): XmlHandler {
  let [skipping, inText, inProperties, cells] = [0, false, false, 0]
  const heading = (level: number) => {
    if (level > 0 && level < 10) out.startHeading(level)
  }
  const opened = tags({
    t: () => {
      inText = true
    },
    tc: () => cells++,
    pPr: () => {
      inProperties = true
    },
    pStyle: ({ val = '' }) => heading(levels.get(val) ?? 0),
    outlineLvl: ({ val }) => inProperties && heading(Number(val) + 1),
    br: ({ type }) => (type === 'page' ? out.breakPage() : out.write('\n')),
    // Tab stops in the properties of a paragraph bear the same name as a tab.
    tab: () => inProperties || out.write('\t'),
    cr: () => out.write('\n'),
    noBreakHyphen: () => out.write('-'),
    lastRenderedPageBreak: () => out.breakPage(),
  })
  const closed = tags({
    t: () => {
      inText = false
    },
    pPr: () => {
      inProperties = false
    },
    p: () => {
      const said = out.endHeading()
      out.title ||= said
      out.gap('\n')
    },
    tc: () => {
      cells--
      out.regap('\t')
    },
    tr: () => out.regap(cells > 0 ? ' ' : '\n'),
  })
  return {
    open(name, attributes) {
      if (SKIPPED.has(name)) skipping++
      if (skipping === 0) opened.get(name)?.(attributes)
    },
    text(text) {
      if (inText && skipping === 0) out.write(text)
    },
    close(name) {
      if (skipping === 0) closed.get(name)?.({})
      if (SKIPPED.has(name)) skipping--
    },
  }
}
