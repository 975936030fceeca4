import jschardet from 'jschardet'
import { decodeBytes } from '../../../lib/decode.ts'
import { unmarkedUtf16, unmarkedUtf32 } from '../../../lib/utf16.ts'
import { LIMITS } from '../limits.ts'

/** Which encoding a text is in, when it says so and when it does not. */

const MARKS: [string, string][] = [
  ['fffe0000', 'utf-32le'],
  ['0000feff', 'utf-32be'],
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]

/** What Russian and Western texts are found in, the likelier first: an equal score goes to it. */
const SINGLE = [
  'windows-1251',
  'windows-1252',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'x-mac-cyrillic',
  'iso-8859-5',
  'windows-1250',
  'iso-8859-2',
  'windows-1257',
  'windows-1254',
] as const

const SAMPLE = 48 * 1024

export function decodeText(bytes: Buffer, declared?: string): { text: string; encoding: string } {
  const encoding = encodingOf(bytes, declared) ?? guessEncoding(bytes)
  return { text: decodeBytes(bytes, encoding), encoding }
}

function encodingOf(bytes: Buffer, declared?: string): string | undefined {
  const start = bytes.subarray(0, 4).toString('hex')
  const marked = MARKS.find(([mark]) => start.startsWith(mark))
  if (marked) return marked[1]
  const wide = unmarkedUtf32(bytes) ?? unmarkedUtf16(bytes)
  if (wide) return wide
  if (declared) {
    const named = known(declared)
    if (named && (named !== 'utf-8' || isUtf8(bytes)) && !named.startsWith('utf-16')) return named
  }
  return isUtf8(bytes) ? 'utf-8' : undefined
}

function known(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/** Wholly, but for a sign that was cut in two at the end of a long file and a few bad bytes among many good ones. */
function isUtf8(bytes: Buffer): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    decoder.decode(bytes, { stream: bytes.length >= LIMITS.textBytes })
    return true
  } catch {
    const text = bytes.subarray(0, SAMPLE * 4).toString('utf8')
    const bad = text.split('\ufffd').length - 1
    const good = text.match(/[\u0080-\ufffc]/g)?.length ?? 0
    return good > 20 && bad * 50 < good
  }
}

/** As the detector calls them, and as the decoder does. */
const OTHERS: [RegExp, string][] = [
  [/^(shift_?jis|cp932)/i, 'shift_jis'],
  [/^(gb|cp936)/i, 'gb18030'],
  [/^(big5|cp950)/i, 'big5'],
  [/^(euc-?kr|cp949)/i, 'euc-kr'],
  [/^euc-?jp/i, 'euc-jp'],
  [/^(windows-1253|iso-8859-7)$/i, 'windows-1253'],
  [/^(windows-1255|iso-8859-8)$/i, 'windows-1255'],
  [/^(windows-1256|iso-8859-6)$/i, 'windows-1256'],
  [/^tis-620$/i, 'windows-874'],
]
const IN_PAIRS = ['gb18030', 'big5', 'euc-jp', 'euc-kr', 'shift_jis']

/** Neither Russian nor Western: Chinese, Japanese, Korean, Greek, Hebrew, Arabic, Thai. */
function otherEncoding(sample: Buffer): string | undefined {
  const { encoding, confidence } = jschardet.detect(sample.subarray(0, 16_384))
  const detected = OTHERS.find(([pattern]) => pattern.test(encoding ?? ''))?.[1]
  if (detected && confidence > SURE) return detected
  if (!inPairs(sample)) return undefined
  return detected && decodesWholly(sample, detected) ? detected : IN_PAIRS.find(label => decodesWholly(sample, label))
}

const SURE = 0.4

/** Letters of two bytes make for bytes outside of ASCII that hardly ever stand alone. */
function inPairs(sample: Buffer): boolean {
  let [high, alone] = [0, 0]
  for (let i = 0; i < sample.length; i++) {
    if (sample[i]! < 0x80) continue
    high++
    if ((sample[i - 1] ?? 0) < 0x80 && (sample[i + 1] ?? 0) < 0x80) alone++
  }
  return alone * 20 < high
}

/** A word of an odd number of Russian letters breaks it. */
function decodesWholly(sample: Buffer, label: string): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(sample, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Shares of the letters in Russian text, in thousandths; the rest of the alphabet is rarer than 5. */
const OFTEN: Record<string, number> = Object.fromEntries(
  'о109 е85 а80 и74 н67 т63 с55 р47 в45 л44 к35 м32 д30 п28 у26 я20 ы19 ь17 г17 з16 б16 ч14 й12 х10 ж9 ш7 ю6 ц5 щ4 э3 ф3 ъ1 ё1'
    .split(' ')
    .map(pair => [pair[0]!, Number(pair.slice(1))]),
)

/** What each sign outside of ASCII earns at least: in a long Russian text about 60, in a Western one about 20. */
const WORDS = 8
const RUSSIAN_WORDS = 50
const MANY = 60

function guessEncoding(bytes: Buffer): string {
  const sample = sampleOf(bytes)
  let [best, bestScore]: [string, number] = [SINGLE[0], -Infinity]
  for (const encoding of SINGLE) {
    const text = decodeBytes(sample, encoding)
    const score = plausibility(text) + (LATIN.has(encoding) ? ofOneLanguage(text) : 0)
    if (score > bestScore) [best, bestScore] = [encoding, score]
  }
  let high = 0
  for (const byte of sample) if (byte > 0x7f) high++
  const least = high > MANY && best !== 'windows-1252' ? RUSSIAN_WORDS : WORDS
  const unlikely = high >= 12 && bestScore < high * least
  return (unlikely ? otherEncoding(sample) : undefined) ?? best
}

const LATIN = new Set<string>(['windows-1252', 'windows-1250', 'iso-8859-2', 'windows-1257', 'windows-1254'])

/** What the languages write beside the letters of ASCII. The same bytes are letters under every page, but of one language under one. */
const ALPHABETS = [
  ...[
    'éèàùâêîôûçëïüÿœæ',
    'äöüß',
    'áéíóúñü¿¡',
    'ãõáéíóúâêôçà',
    'àèéìòù',
    'åäöé',
    'åæøé',
    'áéíóúýþæöð',
    'äöåšž',
    'ëéïöüè',
  ],
  ...['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîşţșț', 'čćđšž', 'ëç'],
  ...['çğıöşüi̇âî', 'ąčęėįšųūž', 'āčēģīķļņšūž', 'äöüõšž'],
].map(letters => new Set(letters))
const [FITS, STRANGE] = [10, 30]

/** By the language whose alphabet fits best: letters of it, and letters or signs inside of words that are not. */
function ofOneLanguage(text: string): number {
  const counts = new Map<string, number>()
  for (const [sign] of text.toLowerCase().matchAll(/\p{L}|(?<=\p{L})[^\p{L}\s](?=\p{L})/gu))
    if (sign > '\x7f' && !/[\u00ad\u2010-\u2019]/.test(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  const scores = ALPHABETS.map(letters =>
    [...counts].reduce((sum, [sign, count]) => sum + (letters.has(sign) ? FITS : -STRANGE) * count, 0),
  )
  return Math.max(...scores)
}

/** The part of the bytes that has something to tell: where the first byte outside of ASCII is. */
function sampleOf(bytes: Buffer): Buffer {
  let first = 0
  while (first < bytes.length && bytes[first]! < 0x80) first++
  const from = Math.max(0, first - 1024)
  return bytes.subarray(from, from + SAMPLE)
}

/** Pairs of letters that Russian is full of: they tell a line in capitals, where the letters alone do not. */
const PAIRS = new Set(
  (
    'ст но то на ен ов ни ра во ко по пр ро ре ли ть ал ер ос не го ор от ка та де ел ес ри ан ет ом ит ти ло ол ав ва ат да ие ия ле ль ' +
    'ма ми мо об он пе ки ск ся та те тр ам до за из ин ме од ой ны ог ьн'
  ).split(' '),
)
const PAIR = 40

type Sort = 'lower' | 'upper' | 'foreign' | 'latin' | 'accented' | 'none'

function sortOf(sign: string): Sort {
  if (/[a-z]/i.test(sign)) return 'latin'
  if (/[а-яё]/.test(sign)) return 'lower'
  if (/[А-ЯЁ]/.test(sign)) return 'upper'
  if (/\p{Script=Cyrillic}/u.test(sign)) return 'foreign'
  return /[\u00c0-\u024f]/.test(sign) ? 'accented' : 'none'
}

const isCyrillic = (sort: Sort) => sort === 'lower' || sort === 'upper' || sort === 'foreign'

/** How much it looks like words: frequent letters, capitals where capitals stand, one alphabet in a word. */
function plausibility(text: string): number {
  let score = 0
  let before: Sort = 'none'
  let last = ''
  for (const sign of text) {
    const sort = sortOf(sign)
    if (sign > '\x7f') score += SCORES[sort](sign, before)
    else if (sort === 'latin' && isCyrillic(before)) score -= 60
    if (sort === before && (sort === 'lower' || sort === 'upper') && PAIRS.has((last + sign).toLowerCase()))
      score += PAIR
    before = sort
    last = sign
  }
  return score
}

type Score = (sign: string, before: Sort) => number

const mixed = (before: Sort) => (before === 'latin' || before === 'accented' ? 60 : 0)
const often = (sign: string) => OFTEN[sign.toLowerCase()] ?? 0

const SCORES: Record<Sort, Score> = {
  lower: (sign, before) => often(sign) - mixed(before) + (before === 'upper' || before === 'lower' ? 8 : 0),
  upper: (sign, before) => often(sign) * 0.9 - mixed(before) - (before === 'lower' ? 90 : 0),
  foreign: sign => (/[іїєґўІЇЄҐЎ]/.test(sign) ? 0 : -60),
  accented: (_sign, before) => ({ latin: 25, accented: -40 })[before as string] ?? -5,
  latin: () => 0,
  none: sign => {
    if (/[«»„“”‘’—–…№§©°·€\u00a0]/.test(sign)) return 5
    return /[\u0080-\u009f\ufffd]/.test(sign) ? -120 : -50
  },
}
