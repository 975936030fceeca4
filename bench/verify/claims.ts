import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCyrillic } from '../../server/features/ask/question.ts'
import { chunksOf } from '../../server/features/search/chunks.ts'
import type { Retrieved } from '../../server/features/search/index.ts'
import { isStopWord, wordsOf } from '../../server/lib/words.ts'
import { ROOT } from '../../test/support/server.ts'

/**
 * A library in both languages with claims about it. Each file has its text, a line of dashes, and one claim a line: `true`, or
 * what was changed in it. `tuned` and `fresh` were looked at while the rules were made, `kept` was not.
 */

export type Half = 'tuned' | 'kept' | 'fresh'

export interface Claim {
  file: string
  kind: string
  text: string
  /** In the other language than its file. */
  across: boolean
}

export interface Library {
  files: Map<string, string>
  claims: Claim[]
}

export function readLibrary(half: Half): Library {
  const folder = join(ROOT, 'bench/verify', half)
  const library: Library = { files: new Map(), claims: [] }
  for (const file of readdirSync(folder).sort()) {
    const [text, lines] = readFileSync(join(folder, file), 'utf8').split('\n---\n')
    library.files.set(file, text!)
    for (const line of lines!.trim().split('\n')) {
      const [kind, ...rest] = line.split(': ')
      const claim = rest.join(': ')
      library.claims.push({ file, kind: kind!, text: claim, across: isCyrillic(claim) !== isCyrillic(text!) })
    }
  }
  return library
}

const MOST_PASSAGES = 8

/** What a search would bring for claims about one file: its own chunks among those that are most like them. */
export function passagesFor({ files }: Library, claims: Claim[]): Retrieved[] {
  const wanted = new Set(
    claims.flatMap(({ text }) => wordsOf(text).flatMap(({ word, term }) => (isStopWord(word) ? [] : term))),
  )
  const chunks = [...files].flatMap(([file, text]) =>
    chunksOf(text, []).map(chunk => {
      const own = file === claims[0]!.file
      const shared = new Set(wordsOf(chunk.text).flatMap(({ term }) => (wanted.has(term) ? term : [])))
      const score = shared.size + (own ? 1000 : 0)
      const object = { id: file, filename: file, status: 'ready', title: '', doc_type: 'other' }
      return { ...chunk, object, score, zScore: null }
    }),
  )
  const best = chunks.sort((a, b) => b.score - a.score).slice(0, MOST_PASSAGES)
  // Where the right one stands must not matter.
  return best.sort((a, b) => orderOf(a) - orderOf(b))
}

const orderOf = ({ text }: Retrieved) =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7)

export interface Answer {
  claims: Claim[]
  passages: Retrieved[]
  /** As a model writes it, every second number wrong. */
  written: string
}

const PER_ANSWER = 4

/** Several claims about a file together, as in an answer of a model. */
export function answersOf(library: Library): Answer[] {
  const answers: Answer[] = []
  for (const file of library.files.keys())
    for (const across of [false, true]) {
      const own = library.claims.filter(claim => claim.file === file && claim.across === across)
      for (let from = 0; from < own.length; from += PER_ANSWER) {
        const claims = own.slice(from, from + PER_ANSWER)
        const passages = passagesFor(library, claims)
        const right = passages.findIndex(({ object }) => object.id === file) + 1
        const written = claims.map(({ text }, at) => {
          const number = at % 2 ? (right % passages.length) + 1 : right
          return `${text.replace(/\.$/, '')} [${number}].`
        })
        answers.push({ claims, passages, written: written.join(' ') })
      }
    }
  return answers
}
