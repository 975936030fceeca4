/** Formats as people name them. */

const NAMES: [string, string][] = [
  ['pdf', 'pdf|пдф(?:-?ку|-?файл)?|pdf-?ку|пэдээф'],
  ['docx', 'docx?|ворд\\p{L}*|word|microsoft word'],
  ['xlsx', 'xlsx?|эксел\\p{L}*|ексел\\p{L}*|excel'],
  ['pptx', 'pptx?|power ?point|поверпоинт|павер ?поинт'],
  ['txt', 'txt|тхт|текст|текстов\\p{L}+ файл\\p{L}*|текстов\\p{L}+(?: вид| формат\\p{L}*)|plain text|text file|text'],
  ['jpg', 'jpe?g|джипег|жпег|джпег'],
  ['png', 'png|пнг'],
  ['webp', 'webp|вебп'],
  ['tiff', 'tiff?'],
  ['avif', 'avif'],
  ['gif', 'gif|гиф'],
  ['mp3', 'mp3|мп3|эмпэтри'],
  ['wav', 'wav'],
  ['mp4', 'mp4|мп4'],
  ['html', 'html?|хтмл'],
  ['md', 'md|markdown|маркдаун'],
  ['odt', 'odt'],
  ['ods', 'ods'],
  ['odp', 'odp'],
  ['rtf', 'rtf'],
  ['csv', 'csv|цсв'],
]

/** One group for all names. */
export const FORMAT = NAMES.map(([, names]) => names).join('|')

const KNOWN = NAMES.map(([fmt, names]): [string, RegExp] => [fmt, new RegExp(`^(?:${names})$`, 'u')])

export const formatNamed = (word: string): string => KNOWN.find(([, pattern]) => pattern.test(word))?.[0] ?? ''

const L = '(?<![\\p{L}\\p{N}.])'
const R = '(?![\\p{L}\\p{N}])'
const KIND = '(?:\\s+(?:format|file|document|image|формат\\p{L}*|файл\\p{L}*|документ\\p{L}*|картинк\\p{L}+))?'

/** "в формате docx", "as a PNG image", "вордовским файлом", "pdf из ...", "a pdf of ...". */
const PHRASES = [
  `${L}(?:в|во|на|to|into|as|in|как)\\s+(?:an?\\s+|the\\s+)?(?:формат[еа]?\\s+|file format\\s+|format\\s+|виде\\s+)?(?<fmt>${FORMAT})${R}${KIND}`,
  `${L}(?<fmt>вордовск\\p{L}+|экселевск\\p{L}+|текстов\\p{L}+)\\s+(?:файл\\p{L}*|документ\\p{L}*)`,
  `${L}(?:an?\\s+|the\\s+)?(?<fmt>${FORMAT})${R}${KIND}\\s+(?:из|of|from|out of)${R}`,
  `${L}an?\\s+(?<fmt>${FORMAT})${R}${KIND}\\s*$`,
  `${L}(?:формат\\p{L}*|format)\\s+(?<fmt>${FORMAT})${R}`,
].map(pattern => new RegExp(pattern, 'gu'))

const ADJECTIVES: [RegExp, string][] = [
  [/^вордовск/u, 'docx'],
  [/^экселевск/u, 'xlsx'],
  [/^текстов/u, 'txt'],
]

export interface FormatPhrase {
  fmt: string
  start: number
  end: number
}

/** The last one named: "скан из pdf в jpg" is to become a picture. */
export function findFormat(text: string): FormatPhrase | undefined {
  let best: FormatPhrase | undefined
  for (const pattern of PHRASES) {
    pattern.lastIndex = 0
    for (const match of text.matchAll(pattern)) {
      const word = match.groups!.fmt!
      const fmt = formatNamed(word) || ADJECTIVES.find(([adjective]) => adjective.test(word))?.[1]
      if (fmt && (!best || match.index > best.start))
        best = { fmt, start: match.index, end: match.index + match[0].length }
    }
    if (best) return best
  }
  return best
}
