import type { Quote } from './local/answer.ts'

/** An answer as it is sent and stored. */

export interface ReplyCitation {
  object_id: string
  ord: number
  /** The number shown in the answer; 0 when none is. */
  index: number
  char_start: number
  char_end: number
  page: number | null
  /** When it was said, of recordings. */
  start_s: number | null
  end_s: number | null
  doc_type: string
  filename: string
  title: string
  snippet: string
}

export interface WebSource {
  url: string
  title: string
  snippet: string
}

export interface Reply {
  answer: string
  citations: ReplyCitation[]
  primary: ReplyCitation | null
  used_context: boolean
  /** How likely it is that the files answer the question, by the local gate. */
  confidence: number
  cost_rub: number
  web_sources: WebSource[]
  /** Who wrote it; empty when it was put together here. */
  model: string
}

export interface Trace {
  /** The question as it was looked for, with what the conversation adds. */
  asked: string
  confidence: number
  retrieved: {
    object_id: string
    ord: number
    char_start: number
    char_end: number
    page: number | null
    filename: string
    score: number
    surprise: number | null
    kept: boolean
    why: string
  }[]
  /** Sentences of the model that did not get into the answer, or only with a mark. */
  dropped: { text: string; why: string }[]
  notes: string[]
}

export function citationOf({ passage, charStart, charEnd, text }: Quote, index: number): ReplyCitation {
  const { object, ord, page } = passage
  return {
    object_id: object.id,
    ord,
    index,
    char_start: charStart,
    char_end: charEnd,
    page,
    start_s: null,
    end_s: null,
    doc_type: object.doc_type,
    filename: object.filename,
    title: object.title,
    snippet: text,
  }
}
