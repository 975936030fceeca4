import { readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

/** PDFium as WebAssembly: the second engine, and the only one where qpdf is not installed. Runs in the document worker. */

const MOST_BYTES = 200 * 1024 * 1024

export interface Engine {
  pdfium: WrappedPdfiumModule
  /** Undefined when it cannot be opened. */
  open(path: string, password?: string): Promise<number | undefined>
  close(document: number): void
  /** Whole, with nothing of earlier versions. */
  save(document: number, to: string): Promise<void>
  bytes(size: number): number
  floats(values: number[]): number
  free(at: number): void
}

/** Where the bytes of open documents lie. */
const opened = new Map<number, number>()
let loaded: Promise<WrappedPdfiumModule> | undefined

async function load(): Promise<WrappedPdfiumModule> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const pdfium = await init({ wasmBinary: new Uint8Array(wasm).buffer })
  pdfium.PDFiumExt_Init()
  return pdfium
}

export async function theEngine(): Promise<Engine> {
  loaded ??= load()
  const pdfium = await loaded
  const heap = pdfium.pdfium
  // It moves when memory grows, so it is looked up each time.
  const memory = () => (heap as unknown as { HEAPU8: Uint8Array }).HEAPU8
  const bytes = (size: number) => heap.wasmExports.malloc(size)
  const free = (at: number) => heap.wasmExports.free(at)
  return {
    pdfium,
    bytes,
    free,
    floats(values) {
      const at = bytes(values.length * 4)
      memory().set(new Uint8Array(Float32Array.from(values).buffer), at)
      return at
    },
    async open(path, password = '') {
      if ((await stat(path)).size > MOST_BYTES) return undefined
      const file = await readFile(path)
      // It goes on reading from there for as long as the document is open.
      const at = bytes(file.length)
      memory().set(file, at)
      const document = pdfium.FPDF_LoadMemDocument(at, file.length, password)
      if (document) opened.set(document, at)
      else free(at)
      return document || undefined
    },
    close(document) {
      pdfium.FPDF_CloseDocument(document)
      free(opened.get(document) ?? 0)
      opened.delete(document)
    },
    async save(document, to) {
      const writer = pdfium.PDFiumExt_OpenFileWriter()
      pdfium.PDFiumExt_SaveAsCopy(document, writer)
      const size = pdfium.PDFiumExt_GetFileWriterSize(writer)
      const at = bytes(size)
      pdfium.PDFiumExt_GetFileWriterData(writer, at, size)
      await writeFile(to, Buffer.from(memory().subarray(at, at + size)))
      free(at)
      pdfium.PDFiumExt_CloseFileWriter(writer)
    },
  }
}
