/** Text to the numbers of its pieces, as BERT does it: uncased, greedy, the longest piece first. */

export type Tokenise = (text: string, most: number) => number[]

const PUNCTUATION = /[\p{P}\p{S}]/u
const LONGEST_WORD = 100

export function wordPiece(vocabulary: string[]): Tokenise {
  const ids = new Map(vocabulary.map((piece, id) => [piece, id]))
  const [unknown, first, last] = ['[UNK]', '[CLS]', '[SEP]'].map(piece => ids.get(piece))
  if (unknown === undefined || first === undefined || last === undefined)
    throw new Error('the vocabulary lacks [UNK], [CLS] or [SEP]')

  function pieces(word: string): number[] {
    if (word.length > LONGEST_WORD) return [unknown!]
    const found: number[] = []
    for (let from = 0; from < word.length; ) {
      let to = word.length
      let id: number | undefined
      for (; to > from; to--) {
        id = ids.get((from > 0 ? '##' : '') + word.slice(from, to))
        if (id !== undefined) break
      }
      if (id === undefined) return [unknown!]
      found.push(id)
      from = to
    }
    return found
  }

  return (text, most) => {
    const found: number[] = [first]
    for (const word of words(text)) {
      found.push(...pieces(word))
      if (found.length >= most - 1) break
    }
    return [...found.slice(0, most - 1), last]
  }
}

/** Combining marks go (й becomes и, ё becomes е), and each sign stands alone. */
function* words(text: string): Generator<string> {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
  for (const run of plain.split(/[\s\p{Cc}\p{Cf}]+/u)) {
    let word = ''
    for (const letter of run) {
      if (!PUNCTUATION.test(letter)) word += letter
      else {
        if (word) yield word
        yield letter
        word = ''
      }
    }
    if (word) yield word
  }
}
