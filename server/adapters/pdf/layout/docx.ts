import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import { type ListItem, Lists } from './lists.ts'
import type { StyledRun } from './looks.ts'
import type { Shot } from './pictures.ts'
import type { Table } from './tables.ts'

/** A Word document, written part by part. */

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** Of a point, and of a twentieth of it. */
const [EMU, TWENTIETHS] = [12_700, 20]
const WIDEST = 468

// XML knows no other control characters.
const escaped = (text: string) =>
  text
    .replace(/(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu, '')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

function run({ text, bold, italic, link }: StyledRun): string {
  const look = (link ? '<w:rStyle w:val="Hyperlink"/>' : '') + (bold ? '<w:b/>' : '') + (italic ? '<w:i/>' : '')
  return `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`
}

interface Picture extends Shot {
  width: number
  height: number
}

/** Narrower than Word's own: a column is as wide as it was, and its words have to fit. */
const MARGINS = `<w:tblCellMar><w:left w:w="30" w:type="dxa"/><w:right w:w="30" w:type="dxa"/></w:tblCellMar>`
const ROOM = 4

export class Docx {
  readonly #body: string[] = []
  readonly #pictures: Shot[] = []
  readonly #links: string[] = []
  readonly lists = new Lists()
  #columns = 1

  paragraph(runs: StyledRun[], style = '', item?: ListItem): void {
    const named = style ? `<w:pStyle w:val="${style}"/>` : ''
    const numbered = item ? `<w:numPr><w:ilvl w:val="${item.level}"/><w:numId w:val="${item.num}"/></w:numPr>` : ''
    const properties = named + numbered
    this.#body.push(
      `<w:p>${properties ? `<w:pPr>${properties}</w:pPr>` : ''}${runs.map(one => this.#run(one)).join('')}</w:p>`,
    )
  }

  #run(one: StyledRun): string {
    if (!one.link) return run(one)
    const known = this.#links.indexOf(one.link)
    const id = known < 0 ? this.#links.push(one.link) : known + 1
    return `<w:hyperlink r:id="link${id}">${run(one)}</w:hyperlink>`
  }

  /** What follows stands in so many columns; a section tells at its end how it was. */
  columns(count: number): void {
    if (count !== this.#columns && this.#body.length > 0)
      this.#body.push(`<w:p><w:pPr><w:spacing w:after="0"/>${section(this.#columns)}</w:pPr></w:p>`)
    this.#columns = count
  }

  pageBreak(): void {
    this.#body.push('<w:p><w:r><w:br w:type="page"/></w:r></w:p>')
  }

  table({ rows, widths }: Table): void {
    const scale = Math.min(1, WIDEST / widths.reduce((sum, width) => sum + width + ROOM, 0))
    const columns = widths.map(width => Math.max(1, Math.round((width + ROOM) * scale * TWENTIETHS)))
    const lines = rows.map(row => {
      let at = 0
      const cells = row.map(({ text, span, bold }) => {
        const width = columns.slice(at, at + span).reduce((sum, one) => sum + one, 0)
        at += span
        const over = span > 1 ? `<w:gridSpan w:val="${span}"/>` : ''
        return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${over}</w:tcPr><w:p>${text ? run({ text, bold }) : ''}</w:p></w:tc>`
      })
      return `<w:tr>${cells.join('')}</w:tr>`
    })
    const grid = columns.map(width => `<w:gridCol w:w="${width}"/>`).join('')
    this.#body.push(
      `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="0" w:type="auto"/>${MARGINS}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${lines.join('')}</w:tbl><w:p/>`,
    )
  }

  /** Of its pictures, in bytes. */
  get weight(): number {
    return this.#pictures.reduce((sum, { bytes }) => sum + bytes.length, 0)
  }

  picture({ bytes, kind, width, height }: Picture): void {
    const id = this.#pictures.push({ bytes, kind })
    const scale = Math.min(1, WIDEST / width)
    const [cx, cy] = [Math.round(width * scale * EMU), Math.round(height * scale * EMU)]
    this.#body.push(
      `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="${id}" name="Picture ${id}"/><a:graphic xmlns:a="${DRAWING}/main"><a:graphicData uri="${DRAWING}/picture"><pic:pic xmlns:pic="${DRAWING}/picture"><pic:nvPicPr><pic:cNvPr id="${id}" name="Picture ${id}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="picture${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
    )
  }

  async write(to: string): Promise<void> {
    const zip = new yazl.ZipFile()
    const add = (name: string, text: string) => zip.addBuffer(Buffer.from(HEAD + text), name)
    add('[Content_Types].xml', TYPES)
    add('_rels/.rels', relations(relation('rId1', 'officeDocument', 'word/document.xml')))
    add('word/_rels/document.xml.rels', relations(this.#relations()))
    add(
      'word/document.xml',
      `<w:document xmlns:w="${W}" xmlns:r="${R}" xmlns:wp="${DRAWING}/wordprocessingDrawing"><w:body>${this.#body.join('')}${section(this.#columns)}</w:body></w:document>`,
    )
    add('word/styles.xml', STYLES)
    add('word/numbering.xml', `<w:numbering xmlns:w="${W}">${this.lists.xml()}</w:numbering>`)
    for (const [n, { bytes, kind }] of this.#pictures.entries())
      zip.addBuffer(bytes, `word/media/picture${n + 1}.${kind}`, { compress: false })
    zip.end()
    await pipeline(zip.outputStream, createWriteStream(to))
  }

  #relations(): string {
    const pictures = this.#pictures.map(({ kind }, n) =>
      relation(`picture${n + 1}`, 'image', `media/picture${n + 1}.${kind}`),
    )
    const links = this.#links.map((link, n) => relation(`link${n + 1}`, 'hyperlink', link, ' TargetMode="External"'))
    return [
      relation('styles', 'styles', 'styles.xml'),
      relation('numbering', 'numbering', 'numbering.xml'),
      ...pictures,
      ...links,
    ].join('')
  }
}

const section = (columns: number) =>
  `<w:sectPr><w:type w:val="continuous"/><w:cols w:num="${columns}" w:space="400"/></w:sectPr>`

const relation = (id: string, type: string, target: string, mode = '') =>
  `<Relationship Id="${id}" Type="${R}/${type}" Target="${escaped(target).replaceAll('"', '&quot;')}"${mode}/>`
const relations = (all: string) => `<Relationships xmlns="${PACKAGE}/relationships">${all}</Relationships>`

const part = (name: string, type: string) =>
  `<Override PartName="/word/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${type}+xml"/>`
const TYPES = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/>${part('document', 'document.main')}${part('styles', 'styles')}${part('numbering', 'numbering')}</Types>`

const heading = (level: number, size: number) =>
  `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:basedOn w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${size}"/></w:rPr></w:style>`
const edge = (name: string) => `<w:${name} w:val="single" w:sz="4" w:space="0" w:color="808080"/>`
const EDGES = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(edge).join('')
const STYLES = `<w:styles xmlns:w="${W}"><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:after="120"/></w:pPr><w:rPr><w:sz w:val="22"/></w:rPr></w:style>${heading(1, 34)}${heading(2, 28)}${heading(3, 25)}${heading(4, 23)}<w:style w:type="paragraph" w:styleId="ListParagraph"><w:name w:val="List Paragraph"/><w:basedOn w:val="Normal"/><w:pPr><w:contextualSpacing/></w:pPr></w:style><w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style><w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>${EDGES}</w:tblBorders></w:tblPr></w:style></w:styles>`
