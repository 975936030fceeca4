/**
 * At the end of a line pdftotext takes every hyphen for a broken word, so that "Smith-" and "Jones" become one. Where the next line begins
 * with a capital letter, or the same word stands elsewhere with its hyphen, it belongs to the word.
 */

/** A word that may have lost one. */
export const hasJoined = (text: string): boolean => /\p{Ll}\p{Lu}\p{Ll}/u.test(text)

const isLetter = (sign: string | undefined) => sign !== undefined && /\p{L}/u.test(sign)

/** Words as they were joined, with how they are written. `lines` is the text with its lines as they stand on the page. */
export function hyphenated(lines: string): Map<string, string> {
  const all = lines.split('\n').map(line => line.trim())
  const whole = new Set(lines.match(/\p{L}+(?:-\p{L}+)?/gu)?.filter(word => word.includes('-')))
  const found = new Map<string, string>()
  for (const [at, line] of all.entries()) {
    if (!line.endsWith('-')) continue
    const before = lastWord(line.slice(0, -1))
    const after = firstWord(all[at + 1] ?? '')
    if (before === '' || after === '') continue
    const word = `${before}-${after}`
    if (/^\p{Lu}/u.test(after) || whole.has(word)) found.set(before + after, word)
  }
  return found
}

export const withHyphens = (text: string, words: Map<string, string>): string =>
  words.size === 0 ? text : text.replaceAll(/\p{L}+/gu, word => words.get(word) ?? word)

function lastWord(text: string): string {
  let start = text.length
  while (start > 0 && isLetter(text[start - 1])) start--
  return text.slice(start)
}

function firstWord(text: string): string {
  let end = 0
  while (isLetter(text[end])) end++
  return text.slice(0, end)
}
