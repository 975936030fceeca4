import { eld } from 'eld/small'
import type { EmbedPurpose, EncoderModel } from '../../ports/embedder.ts'
import { serve } from '../pool/child.ts'
import { type OnnxEncoder, openEncoder } from './encoder.ts'

/** Lives in a process of its own: its memory goes back when it ends, and a broken model breaks nothing else. */

export interface EmbedderRequest {
  folder: string
  texts: string[]
  purpose: EmbedPurpose
}

export type EmbedderReply =
  | { model: EncoderModel; vectors: (Float32Array | null)[] }
  /** The encoder itself cannot be had. */
  | { off: string }

let opening: Promise<OnnxEncoder> | undefined

async function answer({ folder, texts, purpose }: EmbedderRequest): Promise<EmbedderReply> {
  opening ??= openEncoder(folder)
  let encoder: OnnxEncoder
  try {
    encoder = await opening
  } catch (error) {
    return { off: (error as Error).message }
  }
  const known = texts.map(text => isKnown(text, encoder.languages, purpose))
  const made = await encoder.encode(
    texts.filter((_, i) => known[i]),
    purpose,
  )
  const vectors = known.map(is => (is ? made.shift()! : null))
  return { model: encoder.model, vectors }
}

const LETTERS_TO_DETECT = 24
const SCRIPTS: Record<string, RegExp> = { ru: /\p{Script=Cyrillic}/gu, en: /\p{Script=Latin}/gu }

/** Of its neighbours' letters none: so short a text may be taken for Ukrainian by chance. */
const looksRussian = (text: string) => /[а-я]/i.test(text) && !/[a-zіїєґўјљњћђџѓќѕ]/i.test(text)

/** A few letters tell the alphabet, more tell the language. A question is let through unless it is surely another's. */
function isKnown(text: string, languages: string[], purpose: EmbedPurpose): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return false
  if (languages.length === 0) return true
  const scripts = languages.map(language => SCRIPTS[language]).filter(script => script !== undefined)
  const ours = scripts.reduce((sum, script) => sum + (text.match(script)?.length ?? 0), 0)
  if (ours < letters / 2) return false
  if (letters < LETTERS_TO_DETECT) return true
  if (purpose === 'query' && languages.includes('ru') && looksRussian(text)) return true
  const detected = eld.detect(text)
  return languages.includes(detected.language) || (purpose === 'query' && !detected.isReliable())
}

serve(answer, { grownMb: 1500 })
