import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

/** Office files written by hand. */

export async function zip(entries: Record<string, string | Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const file = new yazl.ZipFile()
  for (const [name, text] of Object.entries(entries)) file.addBuffer(Buffer.from(text), name)
  file.end()
  return new Uint8Array(await buffer(file.outputStream as NodeJS.ReadableStream))
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export interface DocxOptions {
  /** More relations of the document, as XML. */
  relations?: string
  /** More XML behind the paragraphs. */
  body?: string
  /** More parts of the package. */
  parts?: Record<string, string | Buffer>
}

export function aDocx(paragraphs: string[], { relations = '', body = '', parts = {} }: DocxOptions = {}) {
  const text = paragraphs.map(line => `<w:p><w:r><w:t xml:space="preserve">${line}</w:t></w:r></w:p>`).join('')
  return zip({
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE_RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `${HEAD}<Relationships xmlns="${RELATIONS}">${relations}</Relationships>`,
    'word/document.xml': `${HEAD}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE_RELATIONS}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${text}${body}<w:sectPr/></w:body></w:document>`,
    ...parts,
  })
}

/** A picture that lies elsewhere, as a relation and a paragraph. */
export const linkedPicture = (target: string): DocxOptions => ({
  relations: `<Relationship Id="rId9" Type="${OFFICE_RELATIONS}/image" Target="${target}" TargetMode="External"/>`,
  body: `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="2000000" cy="2000000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rId9"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="2000000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
})

/** A cell as it stands: a number, a text, or what a formula last gave. */
type Cell = string | number | { formula: string; gave?: number }

function cellXml(value: Cell): string {
  if (typeof value === 'object')
    return `<c><f>${value.formula}</f>${value.gave === undefined ? '' : `<v>${value.gave}</v>`}</c>`
  return typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`
}

export const anXlsx = (table: Cell[][]) => aBook({ One: table })

/** A workbook of several sheets. */
export function aBook(sheets: Record<string, Cell[][]>) {
  const all = Object.entries(sheets).map(([name, table], at) => ({ name, table, id: at + 1 }))
  const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return zip({
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/>${all.map(({ id }) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${main}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${RELATIONS}">${all.map(({ id }) => `<Relationship Id="rId${id}" Type="${OFFICE_RELATIONS}/worksheet" Target="worksheets/sheet${id}.xml"/>`).join('')}</Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE_RELATIONS}"><sheets>${all.map(({ name, id }) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`).join('')}</sheets></workbook>`,
    ...Object.fromEntries(
      all.map(({ id, table }) => [
        `xl/worksheets/sheet${id}.xml`,
        `${HEAD}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${table.map(row => `<row>${row.map(cellXml).join('')}</row>`).join('')}</sheetData></worksheet>`,
      ]),
    ),
  })
}

/** An OpenDocument sheet of the rows that are given as XML. */
export const anOds = (rows: string) =>
  zip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': `${HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>`,
    'content.xml': `${HEAD}<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="Wide">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  })

const TYPES = 'http://schemas.openxmlformats.org/package/2006'
const VISIO = 'http://schemas.microsoft.com/visio/2010/relationships'
const relation = (type: string, target: string) =>
  `<Relationships xmlns="${TYPES}/relationships"><Relationship Id="rId1" Type="${VISIO}/${type}" Target="${target}"/></Relationships>`
const cells = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `<Cell N="${name}" V="${value}"/>`)
    .join('')
const drawn = 'xmlns="http://schemas.microsoft.com/office/visio/2012/main"'

/** A drawing of Visio, eight inches by six, with a black shape in the middle half that has a word on it. */
export function aVsdx(word: string) {
  const corners = ['0 0', '4 0', '4 3', '0 3', '0 0'].map((corner, n) => {
    const [x, y] = corner.split(' ')
    return `<Row T="${n === 0 ? 'MoveTo' : 'LineTo'}" IX="${n + 1}">${cells({ X: x!, Y: y! })}</Row>`
  })
  const place = { PinX: '4', PinY: '3', Width: '4', Height: '3', LocPinX: '2', LocPinY: '1.5' }
  const shape = `${cells({ ...place, FillForegnd: '#000000', FillPattern: '1' })}<Section N="Geometry" IX="0">${corners.join('')}</Section>`
  const override = (part: string, type: string) =>
    `<Override PartName="/visio/${part}.xml" ContentType="application/vnd.ms-visio.${type}+xml"/>`
  return zip({
    '[Content_Types].xml': `<Types xmlns="${TYPES}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('document', 'drawing.main')}${override('pages/pages', 'pages')}${override('pages/page1', 'page')}</Types>`,
    '_rels/.rels': relation('document', 'visio/document.xml'),
    'visio/document.xml': `<VisioDocument ${drawn}/>`,
    'visio/_rels/document.xml.rels': relation('pages', 'pages/pages.xml'),
    'visio/pages/pages.xml': `<Pages ${drawn} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><Page ID="0" Name="Network"><PageSheet>${cells({ PageWidth: '8', PageHeight: '6' })}</PageSheet><Rel r:id="rId1"/></Page></Pages>`,
    'visio/pages/_rels/pages.xml.rels': relation('page', 'page1.xml'),
    'visio/pages/page1.xml': `<PageContents ${drawn}><Shapes><Shape ID="1" Type="Shape">${shape}<Text>${word}</Text></Shape></Shapes></PageContents>`,
  })
}
