import { sentencesOf } from '../../../lib/sentences.ts'
import { wordsOf } from '../../../lib/words.ts'
import type { Retrieved } from '../../search/index.ts'
import { type Quote, quoteOf } from './answer.ts'

/** Questions about a file as a whole: no single sentence shares words with them. */
const ABOUT =
  /(^|[^\p{L}])(о ч[её]м|про что|что (это )?за (файл|документ|запис|текст)\p{L}*|кратко|вкратце|перескаж\p{L}+|резюм\p{L}+|сумм(ир|ариз)\p{L}+|главн\p{L}+ мысл\p{L}+|what(['’]s| is) (it|th(is|at|e)( (file|document|text|recording|note|letter))?) about|what does (this|the) (file|document|text) say|summar\p{L}+|overview|gist|tl;?dr)(?=[^\p{L}]|$)/iu
const MOST_WORDS = 9

export const asksAboutWhole = (question: string) => ABOUT.test(question) && wordsOf(question).length <= MOST_WORDS

const QUOTES = 3
const LEAST_WORDS = 6

/** How the files begin, beyond headings: what they are about usually stands there. */
export function openingsOf(passages: Retrieved[]): Quote[] {
  const files = [...new Set(passages.map(({ object }) => object.id))]
  const each = Math.max(1, Math.floor(QUOTES / Math.max(files.length, 1)))
  return files
    .flatMap(id => {
      const own = passages.filter(({ object }) => object.id === id).sort((a, b) => a.ord - b.ord)
      return own.flatMap(sentencesIn).slice(0, each)
    })
    .slice(0, QUOTES)
}

const sentencesIn = (passage: Retrieved): Quote[] =>
  sentencesOf(passage.text).flatMap(({ start, end }) => {
    const piece = passage.text.slice(start, end)
    const from = start + (piece.length - piece.trimStart().length)
    const to = end - (piece.length - piece.trimEnd().length)
    return wordsOf(piece).length >= LEAST_WORDS ? [quoteOf(passage, from, to)] : []
  })
