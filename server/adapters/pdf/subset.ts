import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** HarfBuzz cuts fonts down. Its package has a WebAssembly build of that part, but no JavaScript for it. */
interface HarfBuzz {
  memory: { buffer: ArrayBuffer }
  _initialize(): void
  malloc(size: number): number
  free(at: number): void
  hb_blob_create(at: number, length: number, mode: number, data: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_data(blob: number, length: number): number
  hb_blob_get_length(blob: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_reference_blob(face: number): number
  hb_set_add(set: number, value: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_destroy(input: number): void
  hb_subset_input_set_flags(input: number, flags: number): void
  hb_subset_input_glyph_set(input: number): number
  hb_subset_input_set(input: number, which: number): number
  hb_subset_or_fail(face: number, input: number): number
}

/** The part of it that is used here: the server is compiled without the types of the browser. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: unknown }
}

const READ_ONLY = 1
/** Text in a PDF file names glyphs by their numbers in the whole font. */
const [NO_HINTING, RETAIN_NUMBERS, NOTDEF_OUTLINE, NO_LAYOUT_CLOSURE] = [0x1, 0x2, 0x40, 0x200]
const DROPPED_TABLES = 3
/** A PDF file lays out and maps letters itself. */
const UNUSED = ['GSUB', 'GPOS', 'GDEF', 'kern', 'name', 'OS/2', 'post', 'cmap', 'gasp', 'MATH', 'FFTM']

let loaded: HarfBuzz | undefined

function load(): HarfBuzz {
  const file = readFileSync(createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))
  const harfBuzz = new WebAssembly.Instance(new WebAssembly.Module(file)).exports as HarfBuzz
  harfBuzz._initialize()
  return harfBuzz
}

const tag = (name: string) => Buffer.from(name).readUInt32BE()

/** The font with the outlines of these glyphs only; with none of them it has no outline at all. */
export function subset(font: Buffer, glyphs: Iterable<number>): Buffer {
  loaded ??= load()
  const hb = loaded
  const wanted = [...glyphs]
  const at = hb.malloc(font.length)
  new Uint8Array(hb.memory.buffer).set(font, at)
  const blob = hb.hb_blob_create(at, font.length, READ_ONLY, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  const input = hb.hb_subset_input_create_or_fail()
  const drawn = wanted.length > 0 ? NOTDEF_OUTLINE : NO_HINTING
  hb.hb_subset_input_set_flags(input, RETAIN_NUMBERS | NO_LAYOUT_CLOSURE | drawn)
  const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES)
  for (const name of UNUSED) hb.hb_set_add(dropped, tag(name))
  const kept = hb.hb_subset_input_glyph_set(input)
  for (const glyph of wanted) hb.hb_set_add(kept, glyph)
  const small = hb.hb_subset_or_fail(face, input)
  const bytes = hb.hb_face_reference_blob(small)
  const start = hb.hb_blob_get_data(bytes, 0)
  const made = Buffer.from(hb.memory.buffer.slice(start, start + hb.hb_blob_get_length(bytes)))
  hb.hb_blob_destroy(bytes)
  for (const each of [small, face]) hb.hb_face_destroy(each)
  hb.hb_subset_input_destroy(input)
  hb.hb_blob_destroy(blob)
  hb.free(at)
  return made
}
