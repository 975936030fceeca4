/** Words and sentences with their places, in UTF-16 units; the places that go out are turned into code points at the end. */

export interface Word {
  text: string
  start: number
  end: number
}

const WORD = /[\p{L}\p{N}]+(?:['’\u2010\u2011-][\p{L}\p{N}]+)*/gu

export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(WORD))
    words.push({ text: match[0], start: match.index, end: match.index + match[0].length })
  return words
}

export interface Sentence {
  text: string
  start: number
  end: number
}

/** After these a full stop does not end a sentence. */
const SHORT = new Set(
  (
    'г гг в вв ул пр просп пер пл наб д кв корп стр оф обл р н с пос дер им т п др тыс млн млрд руб коп тел факс доб рис табл ' +
    'гл ст ч п пп абз см ср напр зам нач ред изд инн кпп огрн бик гор м л э долл чел экз ' +
    'mr mrs ms dr prof st no vs etc inc ltd co corp fig vol pp ed eds art sec ref tel e.g i.e jan feb mar apr jun jul aug sep sept oct nov dec'
  ).split(' '),
)

const END = /[.!?…]+[»")\]]*(?=\s|$)|\n\s*\n|\n(?=\s*(?:[-–—•*]|\d{1,3}[.)])\s)/gu

/** Sentences as they stand. A line end alone ends one only where the next line begins a paragraph, a list item or a heading ended. */
export function sentencesOf(text: string, limit = 600): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  const add = (end: number) => {
    const raw = text.slice(start, end)
    const lead = raw.length - raw.trimStart().length
    const trimmed = raw.trim()
    if (trimmed !== '') sentences.push({ text: trimmed, start: start + lead, end: start + lead + trimmed.length })
    start = end
  }
  for (const match of text.matchAll(END)) {
    if (sentences.length >= limit) return sentences
    const end = match.index + match[0].length
    if (match[0].startsWith('.') && !endsHere(text, match.index, end)) continue
    add(end)
  }
  add(text.length)
  return sentences
}

/** Not after an initial, an abbreviation or a number of a list, and only before what may begin a sentence. */
function endsHere(text: string, stop: number, end: number): boolean {
  const before = /[\p{L}\p{N}.]+$/u.exec(text.slice(Math.max(0, stop - 20), stop))?.[0] ?? ''
  if (/^\p{Lu}$/u.test(before) || SHORT.has(before.toLowerCase())) return false
  if (/^\d{1,2}$/.test(before) && /(^|\n)\s*\d{1,2}$/.test(text.slice(Math.max(0, stop - 6), stop))) return false
  return !/^\s*[\p{Ll}]/u.test(text.slice(end, end + 20))
}

/** Places in UTF-16 units to places in code points; for most texts they are the same. */
export function codePointsOf(text: string): (unit: number) => number {
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(text)) return unit => unit
  const pairs: number[] = []
  for (const match of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) pairs.push(match.index)
  return unit => {
    let low = 0
    let high = pairs.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[middle]! < unit) low = middle + 1
      else high = middle
    }
    return unit - low
  }
}
