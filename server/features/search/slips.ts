/** What a finger or a keyboard may have done to a word. */

const LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const CYRILLIC_KEYS = 'ёйцукенгшщзхъфывапролджэячсмитьбю'

const toCyrillicKeys = new Map([...LATIN_KEYS].map((key, i) => [key, CYRILLIC_KEYS[i]!]))
const toLatinKeys = new Map([...CYRILLIC_KEYS].map((key, i) => [key, LATIN_KEYS[i]!]))

/** The same keys struck with the other layout on: `ljujdjh` was meant to be `договор`, `руддщ` hello. */
export function otherLayout(word: string): string | undefined {
  const keys = [...word.toLowerCase()]
  const map = /[a-z]/.test(word) && !/[а-яё]/.test(word) ? toCyrillicKeys : toLatinKeys
  const swapped = keys.map(key => map.get(key) ?? (/\d/.test(key) ? key : undefined))
  return swapped.includes(undefined) ? undefined : swapped.join('').replaceAll('ё', 'е')
}

const CYRILLIC_TO_LATIN: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}

/** Longest first; where one spelling stands for several letters, each is tried. */
const LATIN_TO_CYRILLIC: [string, string[]][] = [
  ['shch', ['щ']],
  ['sch', ['щ', 'сч']],
  ['zh', ['ж']],
  ['kh', ['х']],
  ['ts', ['ц', 'тс']],
  ['ch', ['ч']],
  ['sh', ['ш']],
  ['yu', ['ю']],
  ['ya', ['я']],
  ['yo', ['е', 'йо']],
  ['ye', ['е']],
  ['ju', ['ю']],
  ['ja', ['я']],
  ['jo', ['е']],
  ['iy', ['ий']],
  ['yy', ['ый']],
  ['ck', ['к']],
  ['ph', ['ф']],
  ['a', ['а']],
  ['b', ['б']],
  ['c', ['ц', 'к', 'с']],
  ['d', ['д']],
  ['e', ['е', 'э']],
  ['f', ['ф']],
  ['g', ['г']],
  ['h', ['х', 'г']],
  ['i', ['и']],
  ['j', ['й', 'дж']],
  ['k', ['к']],
  ['l', ['л']],
  ['m', ['м']],
  ['n', ['н']],
  ['o', ['о']],
  ['p', ['п']],
  ['q', ['к']],
  ['r', ['р']],
  ['s', ['с']],
  ['t', ['т']],
  ['u', ['у']],
  ['v', ['в']],
  ['w', ['в']],
  ['x', ['кс', 'х']],
  ['y', ['ы', 'й', 'и']],
  ['z', ['з']],
  ["'", ['ь', '']],
]

const MOST_VARIANTS = 24

/** The word in the other alphabet, in the usual spellings. */
export function transliterated(word: string): string[] {
  if (/[а-яё]/.test(word)) {
    const plain = [...word].map(letter => CYRILLIC_TO_LATIN[letter] ?? letter).join('')
    return [
      ...new Set([
        plain,
        plain.replaceAll('kh', 'h'),
        plain.replaceAll('ts', 'c'),
        plain.replaceAll('ks', 'x'),
        plain.replaceAll(/y([aou])/g, 'i$1'),
      ]),
    ]
  }
  if (!/[a-z]/.test(word)) return []
  let variants = ['']
  for (let at = 0; at < word.length; ) {
    const [spelling, letters] = LATIN_TO_CYRILLIC.find(([latin]) => word.startsWith(latin, at)) ?? [
      word[at]!,
      [word[at]!],
    ]
    variants = variants.flatMap(begun => letters.map(letter => begun + letter)).slice(0, MOST_VARIANTS)
    at += spelling.length
  }
  // A soft sign is mostly left out in Latin letters, at the end above all.
  return [...new Set([...variants, ...variants.filter(v => /[нтлрсдкв]$/.test(v)).map(v => `${v}ь`)])].slice(
    0,
    2 * MOST_VARIANTS,
  )
}

/** The word, and all that is left of it when one letter is taken out. Two words a slip apart share one of them. */
export function shortened(word: string): string[] {
  const letters = [...word]
  return [
    word,
    ...new Set(
      letters.map((_, i) =>
        letters
          .slice(0, i)
          .concat(letters.slice(i + 1))
          .join(''),
      ),
    ),
  ]
}

/** Letters put in, left out, mistaken or swapped: how many, up to `most`; more counts as `most + 1`. */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1)
      row.push(cost)
    }
    before = last
    last = row
  }
  return Math.min(last[b.length]!, most + 1)
}

/** How many slips are forgiven in a word of this length. */
export const forgiven = (word: string) => (word.length < 4 ? 0 : word.length < 9 ? 1 : 2)
