import type { Language } from '../../lib/language.ts'
import type { Retrieved } from '../search/index.ts'
import type { LocalAnswer } from './local/answer.ts'
import type { CheckedAnswer } from './model/answer.ts'
import { fromWeb, notThere, phrases, quoted } from './phrases.ts'
import { citationOf, type Reply, type Trace, type WebSource } from './reply.ts'
import type { Total } from './totals/total.ts'

/** Replies and their traces, put together out of what was found and written. */

/** What a reply has to know of its question. */
export interface ReplyContext {
  language: Language
  /** As it was looked for. */
  asked: string
  /** What went otherwise than planned. */
  notes: string[]
}

export type AnswerDraft = Omit<Reply, 'cost_rub'>

export function localReply({ language, notes }: ReplyContext, local: LocalAnswer, web: WebSource[]): AnswerDraft {
  const citations = local.quotes.map((quote, i) => citationOf(quote, i + 1))
  const likeliest = local.quotes.indexOf(local.quotes.reduce((a, b) => (b.chance > a.chance ? b : a)))
  const failure = notes.includes('the model did not answer') ? `${phrases(language).failed}\n\n` : ''
  return {
    answer: failure + quoted(local, language),
    citations,
    primary: citations[likeliest] ?? null,
    used_context: true,
    confidence: local.confidence,
    web_sources: web,
    model: '',
  }
}

export function modelReply(written: CheckedAnswer, web: WebSource[], confidence: number): AnswerDraft {
  const citations = written.quotes.map((quote, i) => citationOf(quote, i + 1))
  return {
    answer: written.answer,
    citations,
    primary: citations[0] ?? null,
    used_context: citations.length > 0,
    confidence,
    web_sources: web,
    model: written.model,
  }
}

export function totalReply({ answer, quotes, confidence }: Total): AnswerDraft {
  const citations = quotes.map((quote, i) => citationOf(quote, i + 1))
  const primary = citations[0] ?? null
  return { answer, citations, primary, used_context: primary !== null, confidence, web_sources: [], model: '' }
}

export const totalTrace = (replyContext: ReplyContext, total: Total): Trace =>
  traceOf(
    replyContext,
    total.quotes.map(({ passage }) => passage),
    total,
  )

export const nothingReply = ({ language }: ReplyContext, local: LocalAnswer, web: WebSource[]): AnswerDraft => ({
  answer: web.length > 0 ? fromWeb(web, language) : notThere(local, language),
  citations: [],
  primary: null,
  used_context: false,
  confidence: local.confidence,
  web_sources: web,
  model: '',
})

export function traceOf(
  { asked, notes }: ReplyContext,
  passages: Retrieved[],
  answer: Pick<LocalAnswer, 'quotes'> & { confidence?: number; dropped?: Trace['dropped'] },
  confidence = answer.confidence ?? 0,
): Trace {
  const used = new Set(answer.quotes.map(({ passage }) => `${passage.object.id} ${passage.ord}`))
  return {
    asked,
    confidence,
    retrieved: passages.map(({ object, ord, charStart, charEnd, page, score, zScore }) => {
      const kept = used.has(`${object.id} ${ord}`)
      const why = kept ? 'quoted' : used.size > 0 ? 'other passages answer better' : 'does not answer the question'
      return {
        object_id: object.id,
        ord,
        char_start: charStart,
        char_end: charEnd,
        page,
        filename: object.filename,
        score,
        surprise: zScore,
        kept,
        why,
      }
    }),
    dropped: answer.dropped ?? [],
    notes,
  }
}

/** With a word on how many of those who have given something were not looked at. */
export const withLeftOut = (draft: AnswerDraft, owners: number, language: Language): AnswerDraft =>
  owners > 0 ? { ...draft, answer: `${draft.answer}\n\n${phrases(language).leftOut(owners)}` } : draft
