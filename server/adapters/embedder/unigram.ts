import type { Tokenise } from './wordpiece.ts'

/** Text to the numbers of its pieces, as SentencePiece's unigram model does it (multilingual e5, bge-m3). */

export interface UnigramModel {
  vocab: [string, number][]
  unk_id: number
}

const LONGEST = 24

/** The likeliest way to put a word together from pieces. */
export function unigram({ vocab, unk_id }: UnigramModel): Tokenise {
  const ids = new Map(vocab.map(([piece, score], id) => [piece, { id, score }]))
  const first = ids.get('<s>')?.id ?? 0
  const last = ids.get('</s>')?.id ?? 2
  const worst = Math.min(...vocab.map(([, score]) => score)) - 10

  function pieces(word: string): number[] {
    const letters = [...word]
    const best: { score: number; from: number; id: number }[] = [{ score: 0, from: -1, id: -1 }]
    for (let to = 1; to <= letters.length; to++) {
      let chosen = { score: best[to - 1]!.score + worst, from: to - 1, id: unk_id }
      for (let from = Math.max(0, to - LONGEST); from < to; from++) {
        const known = ids.get(letters.slice(from, to).join(''))
        const score = best[from]!.score + (known?.score ?? Number.NEGATIVE_INFINITY)
        if (known && score > chosen.score) chosen = { score, from, id: known.id }
      }
      best.push(chosen)
    }
    const found: number[] = []
    for (let at = letters.length; at > 0; at = best[at]!.from) found.push(best[at]!.id)
    return found.reverse()
  }

  return (text, most) => {
    const found: number[] = [first]
    for (const word of text.normalize('NFKC').split(/\s+/).filter(Boolean)) {
      found.push(...pieces(`▁${word}`))
      if (found.length >= most - 1) break
    }
    return [...found.slice(0, most - 1), last]
  }
}
