/** How words, names above all, are spelt in the other alphabet. */

/** The usual spelling first, then others that are met. Longer pieces go before the letters that they are made of. */
type Spellings = [piece: string, ways: string[]][]

const TO_LATIN: Spellings = [
  ['дж', ['j', 'dzh', 'g']],
  ['кс', ['ks', 'x']],
  ['тц', ['tz', 'tts']],
  ['ий', ['iy', 'y']],
  ['ия', ['iya', 'ia', 'ya']],
  ['ья', ['ya', 'ia']],
  ['ей', ['ey', 'ei', 'eu', 'ay']],
  ['ай', ['ay', 'ai', 'i']],
  ['уи', ['ui', 'wi']],
  ['а', ['a']],
  ['б', ['b']],
  ['в', ['v', 'w']],
  ['г', ['g', 'h']],
  ['д', ['d']],
  ['е', ['e', 'ye', 'ee', 'oe']],
  ['ж', ['zh', 'j']],
  ['з', ['z', 's']],
  ['и', ['i', 'ie', 'ee', 'y']],
  ['й', ['y', 'i', 'j']],
  ['к', ['k', 'c', 'ck']],
  ['л', ['l']],
  ['м', ['m']],
  ['н', ['n']],
  ['о', ['o']],
  ['п', ['p']],
  ['р', ['r']],
  ['с', ['s', 'c']],
  ['т', ['t', 'th']],
  ['у', ['u', 'oo']],
  ['ф', ['f', 'ph']],
  ['х', ['kh', 'h', 'ch']],
  ['ц', ['ts', 'c', 'tz']],
  ['ч', ['ch']],
  ['ш', ['sh', 'sch']],
  ['щ', ['shch', 'sch']],
  ['ъ', ['']],
  ['ы', ['y']],
  ['ь', ['']],
  ['э', ['e', 'a']],
  ['ю', ['yu', 'u', 'iu']],
  ['я', ['ya', 'ia']],
]

const TO_CYRILLIC: Spellings = [
  ['shch', ['щ']],
  ['tch', ['ч']],
  ['sch', ['щ', 'ш', 'сч']],
  ['zh', ['ж']],
  ['kh', ['х']],
  ['tz', ['ц', 'тц']],
  ['ts', ['ц', 'тс']],
  ['ch', ['ч', 'х', 'к']],
  ['sh', ['ш']],
  ['th', ['т']],
  ['ph', ['ф']],
  ['ck', ['к']],
  ['yu', ['ю']],
  ['ya', ['я']],
  ['yo', ['е', 'йо']],
  ['ye', ['е']],
  ['ju', ['ю', 'джу']],
  ['ja', ['я', 'джа']],
  ['jo', ['е', 'джо']],
  ['iy', ['ий']],
  ['yy', ['ый']],
  ['ia', ['ия', 'иа', 'я']],
  ['ie', ['ие', 'и', 'ье']],
  ['ee', ['и', 'ее']],
  ['ei', ['ей', 'еи', 'ай']],
  ['ai', ['ай', 'аи', 'эй']],
  ['ay', ['ай', 'эй']],
  ['ey', ['ей', 'и']],
  ['oo', ['у', 'оо']],
  ['oe', ['е', 'ое', 'о']],
  ['ou', ['у', 'оу']],
  ['wi', ['ви', 'уи']],
  ['dg', ['дж']],
  ['a', ['а', 'э']],
  ['b', ['б']],
  ['c', ['к', 'ц', 'с']],
  ['d', ['д']],
  ['e', ['е', 'э']],
  ['f', ['ф']],
  ['g', ['г', 'дж']],
  ['h', ['х', 'г']],
  ['i', ['и']],
  ['j', ['й', 'дж', 'ж']],
  ['k', ['к']],
  ['l', ['л', 'ль']],
  ['m', ['м']],
  ['n', ['н']],
  ['o', ['о']],
  ['p', ['п']],
  ['q', ['к']],
  ['r', ['р']],
  ['s', ['с', 'з']],
  ['t', ['т']],
  ['u', ['у', 'ю']],
  ['v', ['в']],
  ['w', ['в', 'у']],
  ['x', ['кс', 'х']],
  ['y', ['ы', 'й', 'и']],
  ['z', ['з', 'ц']],
  ["'", ['ь', '']],
]

/**
 * How groups of Latin letters sound, in this order; all others sound as they are usually spelt. A sound is for comparing names, not for
 * reading: it keeps less than a spelling does.
 */
const SOUNDS: [RegExp, string][] = [
  [/shch|sch/g, 'щ'],
  [/tch/g, 'ч'],
  [/sh/g, 'ш'],
  [/zh/g, 'ж'],
  [/kh/g, 'х'],
  [/ts|tz/g, 'ц'],
  [/ch/g, 'ч'],
  [/ph/g, 'ф'],
  [/th/g, 'т'],
  [/wh/g, 'в'],
  [/ck/g, 'к'],
  [/ght/g, 'т'],
  [/gh/g, ''],
  [/qu/g, 'кв'],
  [/dzh|dj|j/g, 'ж'],
  [/ee|ea|ie|ei|ey/g, 'и'],
  [/oo|ou/g, 'у'],
  [/yu|iu|ew/g, 'ю'],
  [/ya|ia/g, 'я'],
  [/yo|ye|io/g, 'е'],
  [/c(?=[eiy])/g, 'с'],
  [/y/g, 'и'],
]

/** Kept of what can be made of a beginning: those with the fewest unusual spellings. */
const MOST = 64
const LONGEST = 24

const byLetter = (spellings: Spellings) => {
  const table = new Map<string, Spellings>()
  for (const one of spellings) table.set(one[0][0]!, [...(table.get(one[0][0]!) ?? []), one])
  return table
}
const LATIN = byLetter(TO_LATIN)
const CYRILLIC = byLetter(TO_CYRILLIC)

function spelt(word: string, table: Map<string, Spellings>): string[] {
  /** By how many of the spellings are unusual. */
  let begun: string[][] = [['']]
  for (let at = 0; at < word.length; ) {
    const letter = word[at]!
    const [piece, ways] = table.get(letter)?.find(([piece]) => word.startsWith(piece, at)) ?? [letter, [letter]]
    // A letter that is written twice may be once in the other alphabet.
    const twice = piece.length === 1 && word[at + 1] === piece
    begun = longer(begun, twice ? [...ways, ''] : ways)
    at += piece.length
  }
  return begun.flat()
}

function longer(begun: string[][], ways: string[]): string[][] {
  const made: string[][] = [...begun.map(() => []), []]
  let room = MOST
  for (let odd = 0; odd < made.length && room > 0; odd++) {
    const usual = (begun[odd] ?? []).map(text => text + ways[0]!)
    const unusual = (begun[odd - 1] ?? []).flatMap(text => ways.slice(1).map(way => text + way))
    made[odd] = [...usual, ...unusual].slice(0, room)
    room -= made[odd]!.length
  }
  return made
}

/** The word in the other alphabet, in the usual spellings and some others. */
export function transliterated(word: string): string[] {
  if (word.length > LONGEST) return []
  if (/[а-я]/.test(word)) {
    const made = spelt(word, LATIN)
    // Silent at the end of many an English name.
    return [...new Set([...made, ...(/[бвгдзклмнпрст]$/.test(word) ? made.map(form => `${form}e`) : [])])]
  }
  if (!/[a-z]/.test(word)) return []
  const bare = word.replace(/'s$/, '')
  const made = [bare, bare.replace(/(?<=[bcdgklmnprstvz])e$/, '')].flatMap(form => spelt(form, CYRILLIC))
  // A soft sign is mostly left out in Latin letters, at the end above all.
  return [...new Set([...made, ...made.filter(form => /[нтлрсдкв]$/.test(form)).map(form => `${form}ь`)])]
}

const usualOf = (spellings: Spellings) =>
  new Map(spellings.filter(([piece]) => piece.length === 1).map(([piece, ways]) => [piece, ways[0]!]))
/** One spelling for each letter, as in the names of files. */
const PLAIN_LATIN = usualOf(TO_LATIN).set('х', 'h').set('щ', 'sch')
const PLAIN_CYRILLIC = usualOf(TO_CYRILLIC)

/** Russian letters in Latin ones, letter by letter; all other signs stay. */
export const inLatin = (word: string): string => [...word].map(letter => PLAIN_LATIN.get(letter) ?? letter).join('')

/** Latin letters as they sound, more or less, in Russian ones. */
export function soundOfLatin(word: string): string {
  let sound = word
  for (const [group, letter] of SOUNDS) sound = sound.replaceAll(group, letter)
  return sound.replaceAll(/[a-z]/g, letter => PLAIN_CYRILLIC.get(letter)!)
}
