import { aDocx, linkedPicture, zip } from './office.ts'
import { aPdf, streamOf } from './pdf.ts'

/** Documents that name things outside themselves, in each of the ways that their formats have for it. */

export interface Trap {
  name: string
  bytes: string | Uint8Array<ArrayBuffer>
}

export interface Bait {
  /** Addresses of a picture, a text and a table: of a server that listens, or of files of the machine. */
  picture: string
  text: string
}

const OFFICE = 'urn:oasis:names:tc:opendocument:xmlns'
const SPACES = [
  `xmlns:office="${OFFICE}:office:1.0"`,
  `xmlns:text="${OFFICE}:text:1.0"`,
  `xmlns:table="${OFFICE}:table:1.0"`,
  `xmlns:draw="${OFFICE}:drawing:1.0"`,
  `xmlns:script="${OFFICE}:script:1.0"`,
  `xmlns:svg="${OFFICE}:svg-compatible:1.0"`,
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:dom="http://www.w3.org/2001/xml-events"',
].join(' ')
const XML = '<?xml version="1.0" encoding="UTF-8"?>'

function openDocument(kind: 'text' | 'spreadsheet', body: string, more: Record<string, string> = {}, scripts = '') {
  const mime = `application/vnd.oasis.opendocument.${kind}`
  const parts = ['content.xml', ...Object.keys(more)].map(
    name => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml"/>`,
  )
  return zip({
    mimetype: mime,
    'content.xml': `${XML}<office:document-content ${SPACES} office:version="1.2">${scripts}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ...more,
    'META-INF/manifest.xml': `${XML}<manifest:manifest xmlns:manifest="${OFFICE}:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mime}"/>${parts.join('')}</manifest:manifest>`,
  })
}

const frame = (inner: string) =>
  `<text:p><draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="5cm">${inner}</draw:frame></text:p>`
const embedded = 'xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"'

export const drawing = (picture: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="200"><style>@import url("${picture}");</style><rect width="200" height="200" fill="white"/><image width="200" height="200" href="${picture}" xlink:href="${picture}"/></svg>`

const field = (code: string) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>before</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`

/** Each of them can become a PDF. */
export async function documentTraps({ picture, text }: Bait): Promise<Trap[]> {
  const linked = linkedPicture(picture)
  const template = `<Relationship Id="rId8" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="${text}" TargetMode="External"/>`
  return [
    { name: 'linked.docx', bytes: await aDocx(['before'], { ...linked, relations: linked.relations! + template }) },
    {
      name: 'fields.docx',
      bytes: await aDocx(['before'], {
        body: field(`INCLUDETEXT "${text}"`) + field(`INCLUDEPICTURE "${picture}" \\d`),
      }),
    },
    {
      name: 'linked.odt',
      bytes: await openDocument(
        'text',
        `<text:p>before</text:p>${frame(`<draw:image xlink:href="${picture}" ${embedded}/>`)}${frame(`<draw:object xlink:href="${text}" ${embedded}/>`)}<text:section text:name="s"><text:section-source xlink:href="${text}" xlink:type="simple" text:filter-name="Text"/><text:p>inside</text:p></text:section>`,
      ),
    },
    {
      name: 'drawn.odt',
      bytes: await openDocument(
        'text',
        `<text:p>before</text:p>${frame(`<draw:image xlink:href="Pictures/d.svg" ${embedded}/>`)}`,
        { 'Pictures/d.svg': drawing(picture) },
      ),
    },
    {
      name: 'linked.ods',
      bytes: await openDocument(
        'spreadsheet',
        `<table:table table:name="T"><table:table-source xlink:type="simple" xlink:href="${text}" table:filter-name="Text - txt - csv (StarCalc)"/><table:table-row><table:table-cell table:formula="of:=WEBSERVICE(&quot;${text}&quot;)" office:value-type="string"><text:p>before</text:p></table:table-cell><table:table-cell table:formula="of:='${text}'#$Sheet1.A1" office:value-type="string"><text:p>b</text:p></table:table-cell></table:table-row></table:table>`,
      ),
    },
    {
      name: 'p.html',
      bytes: `<!doctype html><html><head><meta charset="utf-8"><link rel="stylesheet" href="${text}"><style>@import url("${text}"); body { background: url("${picture}") }</style><script src="${text}"></script></head><body background="${picture}"><p>before</p><img src="${picture}" width="200" height="200"><iframe src="${text}" width="300" height="200"></iframe><object data="${text}"></object><embed src="${picture}"><video src="${picture}"></video></body></html>`,
    },
    {
      name: 'p.md',
      bytes: `# before\n\n![picture](${picture})\n\n<img src="${picture}">\n\n<iframe src="${text}"></iframe>\n`,
    },
    { name: 't.csv', bytes: `before,"=WEBSERVICE(""${text}"")"\n=HYPERLINK("${text}"),='${text}'#$Sheet1.A1\n` },
    {
      name: 'p.rtf',
      bytes: `{\\rtf1\\ansi before\\par {\\field{\\*\\fldinst{ INCLUDEPICTURE "${picture}" \\\\d }}{\\fldrslt{}}}{\\field{\\*\\fldinst{ INCLUDETEXT "${text}" }}{\\fldrslt{}}}{\\*\\template ${text}}}`,
    },
    { name: 'd.svg', bytes: drawing(picture) },
  ]
}

/** A PDF file whose content is said to lie in another file, and which asks to open it. */
export function pdfTrap({ text }: Bait): Trap {
  const outside = streamOf('', `/F (${text}) /FFilter []`)
  const action = `/OpenAction << /S /Launch /F (${text}) >>`
  return {
    name: 'outside.pdf',
    bytes: aPdf([{ lines: ['before'], resources: '/XObject << /X 5 0 R >>', content: '/X Do' }], {
      objects: [outside],
      catalog: action,
    }),
  }
}

/** Writes a file as soon as it is opened, where macros are allowed. */
export function macroDocument(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const library = 'xmlns:library="http://openoffice.org/2000/library"'
  return openDocument(
    'text',
    '<text:p>before</text:p>',
    {
      'Basic/script-lc.xml': `${XML}<library:libraries ${library}><library:library library:name="Standard" library:link="false"/></library:libraries>`,
      'Basic/Standard/script-lb.xml': `${XML}<library:library ${library} library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>`,
      'Basic/Standard/Module1.xml': `${XML}<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">Sub Main
Open &quot;${path}&quot; For Output As #1
Print #1, &quot;ran&quot;
Close #1
End Sub</script:module>`,
    },
    '<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document" xlink:type="simple"/></office:event-listeners></office:scripts>',
  )
}
