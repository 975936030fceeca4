/** What a token is made of: runs of letters, and further runs that a sign joins to them. Each is asked of one unit. */
export interface PieceResult {
  letters: RegExp
  joints: RegExp
  /** The letters that may follow a joint. */
  joined: RegExp
}

const LETTER = 1
const JOINT = 2
const JOINED = 4
/** Half of a pair: only the expression knows. */
const HALF = 8
const KNOWN = 128

/**
 * Where the tokens of a text begin and end, one after the other in one list. Units are looked up rather than matched, a quarter
 * of the work; `whole` finds the same tokens and is used where a text has letters that take two units.
 */
export function tokensBy(whole: RegExp, made: PieceResult): (text: string) => number[] {
  const kinds = new Uint8Array(0x10000)
  const kindOf = (unit: number): number => {
    if (kinds[unit] === 0) kinds[unit] = KNOWN | kindOfLetter(String.fromCharCode(unit), made)
    return kinds[unit]!
  }
  return text => {
    const ends: number[] = []
    const kindAt = (at: number) => (at < text.length ? kindOf(text.charCodeAt(at)) : 0)
    const past = (at: number, kind: number) => {
      let to = at
      while (kindAt(to) & kind) to++
      return to
    }
    for (let at = 0; at < text.length; ) {
      const kind = kindAt(at)
      if (kind & HALF) return matched(text, whole)
      if (!(kind & LETTER)) {
        at++
        continue
      }
      const start = at
      at = past(at + 1, LETTER)
      while (kindAt(at) & JOINT && kindAt(at + 1) & JOINED) at = past(at + 2, JOINED)
      ends.push(start, at)
    }
    return ends
  }
}

function kindOfLetter(letter: string, { letters, joints, joined }: PieceResult): number {
  if (/[\ud800-\udfff]/.test(letter)) return HALF
  return (letters.test(letter) ? LETTER : 0) | (joints.test(letter) ? JOINT : 0) | (joined.test(letter) ? JOINED : 0)
}

const matched = (text: string, whole: RegExp): number[] =>
  Array.from(text.matchAll(whole), ({ 0: token, index }) => [index, index + token.length]).flat()
