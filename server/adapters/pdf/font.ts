import { subset } from './subset.ts'

/** A TrueType font cut down to the letters that are used, as objects of a PDF file. */

export interface Font {
  /** Which of the letters it has none of. */
  missing(text: string): string[]
  /** In thousandths of the font size. */
  width(text: string): number
  /** The operand of Tj. */
  encode(text: string): string
  /** The font's objects from `id` on; the first one is the font itself. Only letters encoded before are in it. */
  objects(id: number, shapes?: Shapes): Record<string, unknown>
}

/** Letters that are never seen need widths and meanings, but no shapes. */
type Shapes = 'drawn' | 'blank'

interface Tables {
  [tag: string]: Buffer
}

function tablesOf(file: Buffer): Tables {
  const tables: Tables = {}
  for (let n = 0; n < file.readUInt16BE(4); n++) {
    const at = 12 + n * 16
    const start = file.readUInt32BE(at + 8)
    tables[file.toString('latin1', at, at + 4)] = file.subarray(start, start + file.readUInt32BE(at + 12))
  }
  return tables
}

/** Letters to glyphs, from the format that nearly every font has. */
function glyphsOf(cmap: Buffer): (code: number) => number {
  let found: Buffer | undefined
  for (let n = 0; n < cmap.readUInt16BE(2); n++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + n * 8 + 4))
    if (table.readUInt16BE(0) === 4) found = table
  }
  if (!found) return () => 0
  const table = found
  const segments = table.readUInt16BE(6) / 2
  const word = (at: number) => table.readUInt16BE(at)
  return code => {
    for (let n = 0; n < segments; n++) {
      if (word(14 + n * 2) < code) continue
      const start = word(16 + segments * 2 + n * 2)
      if (start > code) return 0
      const delta = word(16 + segments * 4 + n * 2)
      const place = 16 + segments * 6 + n * 2
      const offset = word(place)
      if (offset === 0) return (code + delta) & 0xffff
      const glyph = word(place + offset + (code - start) * 2)
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}

export function openFont(file: Buffer, name: string): Font {
  const tables = tablesOf(file)
  const glyphOf = glyphsOf(tables.cmap!)
  const units = tables.head!.readUInt16BE(18)
  const metrics = tables.hhea!.readUInt16BE(34)
  const advance = (glyph: number) => tables.hmtx!.readUInt16BE(Math.min(glyph, metrics - 1) * 4)
  const thousandths = (glyph: number) => Math.round((advance(glyph) * 1000) / units)
  const used = new Map<number, number>([[0, 0]])
  const hex = (value: number) => value.toString(16).padStart(4, '0')

  const objects = (id: number, shapes: Shapes = 'drawn') => {
    const program = subset(file, shapes === 'drawn' ? used.keys() : [])
    const widths = [...used.keys()].sort((a, b) => a - b).flatMap(glyph => [glyph, [thousandths(glyph)]])
    const metric = (at: number) => Math.round((tables.head!.readInt16BE(at) * 1000) / units)
    const vertical = (at: number) => Math.round((tables.hhea!.readInt16BE(at) * 1000) / units)
    const base = `/DSSRUS+${name}`
    const ref = (offset: number) => `${id + offset} 0 R`
    return {
      [`obj:${ref(0)}`]: {
        value: {
          '/Type': '/Font',
          '/Subtype': '/Type0',
          '/BaseFont': base,
          '/Encoding': '/Identity-H',
          '/DescendantFonts': [ref(1)],
          '/ToUnicode': ref(4),
        },
      },
      [`obj:${ref(1)}`]: {
        value: {
          '/Type': '/Font',
          '/Subtype': '/CIDFontType2',
          '/BaseFont': base,
          '/CIDSystemInfo': { '/Registry': 'u:Adobe', '/Ordering': 'u:Identity', '/Supplement': 0 },
          '/FontDescriptor': ref(2),
          '/CIDToGIDMap': '/Identity',
          '/DW': 600,
          '/W': widths,
        },
      },
      [`obj:${ref(2)}`]: {
        value: {
          '/Type': '/FontDescriptor',
          '/FontName': base,
          '/Flags': 4,
          '/FontBBox': [metric(36), metric(38), metric(40), metric(42)],
          '/ItalicAngle': 0,
          '/Ascent': vertical(4),
          '/Descent': vertical(6),
          '/CapHeight': 700,
          '/StemV': 80,
          '/FontFile2': ref(3),
        },
      },
      [`obj:${ref(3)}`]: stream(program, { '/Length1': program.length }),
      [`obj:${ref(4)}`]: stream(Buffer.from(unicodeMap(used, hex))),
    }
  }

  return {
    missing: text => [...new Set(text)].filter(letter => letter.trim() !== '' && glyphOf(letter.codePointAt(0)!) === 0),
    width: text => [...text].reduce((sum, letter) => sum + thousandths(glyphOf(letter.codePointAt(0)!)), 0),
    encode(text) {
      const codes = [...text].map(letter => {
        const code = letter.codePointAt(0)!
        const glyph = glyphOf(code)
        if (glyph !== 0) used.set(glyph, code)
        return hex(glyph)
      })
      return `<${codes.join('')}>`
    },
    objects,
  }
}

export const stream = (data: Buffer, dict: Record<string, unknown> = {}) => ({
  stream: { dict, data: data.toString('base64') },
})

/** So that the letters can be found and copied. */
function unicodeMap(used: Map<number, number>, hex: (value: number) => string): string {
  const pairs = [...used].filter(([glyph]) => glyph !== 0)
  const lines = pairs.map(([glyph, code]) => `<${hex(glyph)}> <${utf16(code)}>`)
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Dossier def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('\n')}
endcmap CMapName currentdict /CMap defineresource pop end end`
}

const utf16 = (code: number) => Buffer.from(String.fromCodePoint(code), 'utf16le').swap16().toString('hex')
