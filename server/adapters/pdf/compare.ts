import { diffArrays } from 'diff'
import type { PdfAnnotation } from '../../ports/documents.ts'
import { type PageSize, type PageWord, pagesOf } from './words.ts'

/** What is said in one version of a document and not in the other, word by word. Runs in the document worker. */

export interface ComparedPages {
  removed: PdfAnnotation[]
  added: PdfAnnotation[]
  /** Words of each page, from 1, that are gone or new. */
  pages: { page: number; removed: number; added: number }[]
  /** The versions differ so much that not every difference was looked for. */
  cut: boolean
}

const [RED, GREEN] = ['#FCA5A5', '#86EFAC']
const MOST_EDITS = 20_000
const MOST_MARKS = 5000

interface Placed extends PageWord {
  page: number
}

interface Version {
  /** The words of all pages. */
  file: string
  sizes: PageSize[]
}

async function wordsIn({ file, sizes }: Version): Promise<Placed[]> {
  const found: Placed[] = []
  let page = 0
  for await (const words of pagesOf(file, sizes)) {
    page++
    for (const word of words) found.push({ ...word, page })
  }
  return found
}

export async function compareWords(input: { before: Version; after: Version }): Promise<ComparedPages> {
  const [before, after] = [await wordsIn(input.before), await wordsIn(input.after)]
  const texts = (words: Placed[]) => words.map(({ text }) => text)
  const changes = diffArrays(texts(before), texts(after), { maxEditLength: MOST_EDITS, timeout: 30_000 })
  const [gone, come]: [Placed[], Placed[]] = [[], []]
  if (!changes) {
    gone.push(...before)
    come.push(...after)
  }
  let [at, to] = [0, 0]
  for (const { count = 0, added, removed } of changes ?? []) {
    if (removed) gone.push(...before.slice(at, at + count))
    if (added) come.push(...after.slice(to, to + count))
    if (!added) at += count
    if (!removed) to += count
  }
  const pages = Math.max(input.before.sizes.length, input.after.sizes.length)
  const on = (words: Placed[], page: number) => words.filter(word => word.page === page).length
  return {
    removed: marks(gone, RED),
    added: marks(come, GREEN),
    pages: Array.from({ length: pages }, (_, n) => ({
      page: n + 1,
      removed: on(gone, n + 1),
      added: on(come, n + 1),
    })).filter(({ removed, added }) => removed + added > 0),
    cut: !changes || gone.length > MOST_MARKS || come.length > MOST_MARKS,
  }
}

const share = (value: number) => Math.min(1, Math.max(0, value))

/** Adjacent words of a line share one mark. */
function marks(words: Placed[], color: string): PdfAnnotation[] {
  const made: PdfAnnotation[] = []
  for (const { page, x0, y0, x1, y1 } of words.slice(0, MOST_MARKS)) {
    const last = made.at(-1)
    const follows = last?.page === page && Math.abs(last.y0 - y0) < 0.004 && x0 >= last.x1 && x0 - last.x1 < 0.02
    if (follows) Object.assign(last!, { x1: share(x1), y1: Math.max(last!.y1, share(y1)) })
    else if (x1 > x0 && y1 > y0)
      made.push({
        page,
        x0: share(x0),
        y0: share(y0),
        x1: share(x1),
        y1: share(y1),
        type: 'highlight',
        color,
        text: '',
      })
  }
  return made
}
