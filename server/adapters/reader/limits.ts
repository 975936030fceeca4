/** What one file may cost. Whoever needs more ends with a reason, never with the service. */

const MB = 1024 * 1024

export const LIMITS = {
  /** Of V8 in a child, in MB; what lies outside of V8 (pictures, WebAssembly) counts towards `dataMb` too. */
  heapMb: 512,
  dataMb: 1536,
  /** A child that says nothing for so long is stuck; each page read counts as a word. */
  silenceMs: 90_000,
  totalMs: 30 * 60_000,
  /** What takes more processor time than this is no quick file, and is read apart from them. The clock tells only how busy the machine is. */
  quickMs: 20_000,
  /** An idle child ends after this, or sooner when it has grown. */
  idleMs: 20_000,
  grownMb: 320,
  /** More text than any reader or index makes use of, in UTF-16 units. */
  textChars: 20_000_000,
  /** Texts, pages of HTML and letters are read up to here. */
  textBytes: 64 * MB,
  /** Of one document; what follows belongs to the last page, and further headings are plain text. */
  pages: 20_000,
  headings: 2000,
  /** All that is unpacked from one zip, and the ratio beyond which it is a bomb. */
  unpackedBytes: 1536 * MB,
  bombBytes: 64 * MB,
  bombRatio: 300,
  zipEntries: 200_000,
  listedEntries: 1000,
  xmlDepth: 5000,
  /** Pages of old leave many tags open; the parser's time grows with the square of them. */
  htmlDepth: 20_000,
  pixels: 150_000_000,
  ocrPages: 500,
  ocrMs: 20 * 60_000,
  /** Of one program: memory, seconds of processor and of the clock, bytes that it writes to a file, bytes that it prints. */
  program: { memoryMb: 1536, cpuSeconds: 60, wallMs: 80_000, fileMb: 1024, outputBytes: 128 * MB },
} as const
