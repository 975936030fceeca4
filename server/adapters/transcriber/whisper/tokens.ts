import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What Whisper's numbers stand for. */
export interface Tokens {
  start: number
  end: number
  transcribe: number
  noSpeech: number
  /** The first of the 1501 marks of time, 0.02 s apart. */
  firstTime: number
  languages: Map<string, number>
  suppressed: Set<number>
  suppressedFirst: Set<number>
  /** Bytes, for a letter may be cut between two tokens. */
  bytesOf(token: number): Buffer
}

interface Generation {
  lang_to_id: Record<string, number>
  task_to_id: { transcribe: number }
  no_timestamps_token_id: number
  suppress_tokens: number[]
  begin_suppress_tokens: number[]
  decoder_start_token_id: number
  eos_token_id: number
}

export async function readTokens(folder: string): Promise<Tokens> {
  const generation = JSON.parse(await readFile(join(folder, 'generation_config.json'), 'utf8')) as Generation
  const vocabulary = JSON.parse(await readFile(join(folder, 'vocab.json'), 'utf8')) as Record<string, number>
  const pieces: string[] = []
  for (const [piece, id] of Object.entries(vocabulary)) pieces[id] = piece
  const letters = byteLetters()
  const none = Buffer.alloc(0)
  return {
    start: generation.decoder_start_token_id,
    end: generation.eos_token_id,
    transcribe: generation.task_to_id.transcribe,
    noSpeech: generation.no_timestamps_token_id - 1,
    firstTime: generation.no_timestamps_token_id + 1,
    languages: new Map(
      Object.entries(generation.lang_to_id).map(([token, id]) => [token.replace(/^<\||\|>$/g, ''), id]),
    ),
    suppressed: new Set([...generation.suppress_tokens, generation.no_timestamps_token_id]),
    suppressedFirst: new Set(generation.begin_suppress_tokens),
    bytesOf(token) {
      const piece = token < generation.eos_token_id ? pieces[token] : undefined
      return piece === undefined ? none : Buffer.from(Array.from(piece, letter => letters.get(letter) ?? 63))
    },
  }
}

/** The vocabulary is written in letters that each stand for a byte: printable ones for themselves, the rest from U+0100 on. */
function byteLetters(): Map<string, number> {
  const letters = new Map<string, number>()
  let next = 256
  for (let byte = 0; byte < 256; byte++) {
    const plain = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174
    letters.set(String.fromCodePoint(plain ? byte : next++), byte)
  }
  return letters
}
