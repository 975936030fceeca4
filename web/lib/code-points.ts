/** The service counts characters as people do; scripts count halves of some. */

/** Where in the string the n-th character begins; for growing n only. */
export function indexer(text: string): (point: number) => number {
  let at = 0
  let points = 0
  return wanted => {
    while (points < wanted && at < text.length) {
      at += text.codePointAt(at)! > 0xffff ? 2 : 1
      points += 1
    }
    return at
  }
}

export function sliceOf(text: string, from: number, to: number): [number, number] {
  const index = indexer(text)
  return [index(from), index(to)]
}
