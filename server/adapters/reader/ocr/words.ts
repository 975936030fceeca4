/** From what tesseract saw to what is probably text. */

export interface RecognisedWord {
  text: string
  /** How sure it is, 0..100, weighed by letters; 0 when there is nothing. */
  confidence: number
  /** How many words of three signs and more it is sure of. */
  sure: number
  /** How many words it saw at all, sure or not. */
  total: number
  /** The words of the text and where they stand. */
  words: PlacedWord[]
}

/** In pixels of the picture that was looked at; all words of a line are as high as the line. */
export interface PlacedWord {
  text: string
  line: number
  left: number
  right: number
  top: number
  bottom: number
}

interface Word {
  text: string
  confidence: number
  line: string
  paragraph: string
  left: number
  top: number
  width: number
  height: number
}

const NOTHING: RecognisedWord = { text: '', confidence: 0, sure: 0, total: 0, words: [] }

/** Reads tesseract's table of words. A photograph gives unsure scraps, which are dropped line by line, then as a whole. */
export function fromTable(table: string): RecognisedWord {
  const words = table.split('\n').flatMap(wordOf)
  if (words.length === 0) return NOTHING
  const lines = groupBy(words, word => word.line).filter(isText)
  const kept = lines.flat()
  const sure = kept.filter(({ text, confidence }) => confidence >= 70 && signs(text) >= 3)
  const confidence = weighed(kept)
  const total = words.length
  const solid = sure.reduce((sum, { text }) => sum + signs(text), 0)
  const all = words.reduce((sum, { text }) => sum + Math.max(signs(text), 1), 0)
  // Scraps of a picture may look sure one by one, but not most of them.
  const believable = sure.length >= 3 ? solid >= all * 0.3 : sure.length > 0 && confidence >= 80 && solid >= all * 0.5
  if (!believable) return { ...NOTHING, total }
  const paragraphs = groupBy(lines, ([word]) => word!.paragraph)
  const text = paragraphs
    .map(paragraph => paragraph.map(line => inOneScript(line.map(word => word.text).join(' '))).join('\n'))
    .join('\n\n')
  return { text, confidence, sure: sure.length, total, words: lines.flatMap(placed) }
}

function placed(line: Word[], n: number): PlacedWord[] {
  const top = Math.min(...line.map(word => word.top))
  const bottom = Math.max(...line.map(word => word.top + word.height))
  const texts = inOneScript(line.map(word => word.text.replaceAll(' ', '')).join(' ')).split(' ')
  return evened(
    line.map(({ left, width }, at) => ({ text: texts[at]!, line: n, left, right: left + width, top, bottom })),
  )
}

/** By so much of the height of its line one of the gaps around a letter must be the wider, and be no more than this: it is a column then. */
const [ODD_GAP, WORD_GAP] = [0.27, 0.8]

/** Of a word of one letter tesseract often sees only a part: then one of the gaps beside it is far wider than the other. */
function evened(words: PlacedWord[]): PlacedWord[] {
  return words.map((word, n) => {
    const [before, after] = [words[n - 1], words[n + 1]]
    if (!before || !after || [...word.text].length > 1) return word
    const [left, right] = [word.left - before.right, after.left - word.right]
    const height = word.bottom - word.top
    if (Math.min(left, right) < 0 || Math.max(left, right) > height * WORD_GAP) return word
    if (Math.abs(left - right) < height * ODD_GAP) return word
    return left > right ? { ...word, left: before.right + right } : { ...word, right: after.left - left }
  })
}

function wordOf(row: string): Word[] {
  const [level, page, block, paragraph, line, , left, top, width, height, confidence, text] = row.split('\t')
  if (level !== '5' || !text?.trim()) return []
  return [
    {
      text: text.trim(),
      confidence: Number(confidence),
      line: `${page} ${block} ${paragraph} ${line}`,
      paragraph: `${page} ${block} ${paragraph}`,
      left: Number(left),
      top: Number(top),
      width: Number(width),
      height: Number(height),
    },
  ]
}

function groupBy<T>(items: T[], key: (item: T) => string): T[][] {
  const groups: T[][] = []
  let last: string | undefined
  for (const item of items) {
    const name = key(item)
    if (name !== last) groups.push([])
    groups.at(-1)!.push(item)
    last = name
  }
  return groups
}

const signs = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

const weighed = (words: Word[]) => {
  const weight = words.reduce((sum, { text }) => sum + signs(text), 0)
  return weight === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + confidence * signs(text), 0) / weight
}

const isText = (line: Word[]) => weighed(line) >= 50 && line.some(({ text }) => signs(text) > 0)

const TO_CYRILLIC: Record<string, string> = Object.fromEntries(
  [...'AaBCcEeHKkMOoPpTXxyu'].map((latin, n) => [latin, [...'АаВСсЕеНКкМОоРрТХхуи'][n]!]),
)
const TO_LATIN: Record<string, string> = Object.fromEntries(
  Object.entries(TO_CYRILLIC).map(([latin, cyrillic]) => [cyrillic, latin]),
)
const LATIN = /[A-Za-z]/
const CYRILLIC = /[А-Яа-яЁё]/

/** With two alphabets at hand tesseract takes letters that look alike from the wrong one: a word has one alphabet. */
export const inOneScript = (line: string): string => line.replace(/[\p{L}]+/gu, word => repaired(word, line))

function repaired(word: string, line: string): string {
  const latin = [...word].filter(sign => LATIN.test(sign))
  const cyrillic = [...word].filter(sign => CYRILLIC.test(sign))
  if (latin.length > 0 && cyrillic.length > 0) {
    if (latin.every(sign => sign in TO_CYRILLIC) && cyrillic.some(sign => !(sign in TO_LATIN)))
      return replaceSigns(word, TO_CYRILLIC)
    if (cyrillic.every(sign => sign in TO_LATIN) && latin.some(sign => !(sign in TO_CYRILLIC)))
      return replaceSigns(word, TO_LATIN)
    return word
  }
  // A word wholly of letters that look alike goes with the letters around it that do not.
  const own = latin.length > 0 ? TO_CYRILLIC : TO_LATIN
  const ambiguous = [...word].every(sign => sign in own)
  if (!ambiguous || word.length > 3) return word
  const certain = [...line].filter(sign => /\p{L}/u.test(sign) && !(sign in TO_CYRILLIC) && !(sign in TO_LATIN))
  const russian = certain.filter(sign => CYRILLIC.test(sign)).length
  const english = certain.filter(sign => LATIN.test(sign)).length
  if (latin.length > 0 && russian > 0 && english === 0) return replaceSigns(word, TO_CYRILLIC)
  if (cyrillic.length > 0 && english > 0 && russian === 0) return replaceSigns(word, TO_LATIN)
  return word
}

const replaceSigns = (word: string, by: Record<string, string>) => [...word].map(sign => by[sign] ?? sign).join('')
