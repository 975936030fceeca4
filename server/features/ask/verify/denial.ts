import type { Word } from '../../../lib/words.ts'

/** Whether something is denied, and what. */

const NEGATORS =
  /^(не|нет|ни|нельзя|без|никогда|никто|никого|никому|ничего|никак|никакой|никаких|никакие|нечего|not|no|never|none|nobody|nothing|neither|nor|without|cannot|can't|\p{L}+n't)$/u
/** Words that deny by themselves: "запрещено" is "не разрешено". */
const DENYING =
  /^(запре[щт]|отклон|отказ|отверг|отсутств|исключен|исключа|беспроцентн|бесплатн|недопуст|невозможн|недействит|незаконн|ненужн|необязательн|неоплачен|отмен|forbid|forbad|prohibit|\bban(ned|s)?$|reject|refus|declin|den(y|ie)|exclud|lack|fail(s|ed)?$|free$|waive|cancel|unable|unpaid|invalid|impossible|unnecessary)/u
/** Not denials: bounds and turns of phrase. */
const BOUNDS =
  /(?<!\p{L})(не (позднее|позже|более|больше|менее|меньше|ранее|раньше|только|превыша\p{L}+|свыше|реже|чаще)|no (later|more|less|fewer|longer|sooner) than|not (later|more|less|fewer|longer|only|exceed\p{L}*)|не только|no\.?(?=\s*\d)|nos\.?(?=\s*\d))/giu

/** Each bound as blanks, so that places stay. */
const withoutBounds = (text: string) => text.replaceAll(BOUNDS, match => ' '.repeat(match.length))

export interface Denial {
  /** Odd: it is denied. */
  count: number
  /** Terms right behind a word that denies. */
  heads: Set<string>
}

const REACH = 2

export function denialOf(text: string, words: Word[], isTelling: (word: Word) => boolean): Denial {
  const plain = withoutBounds(text.toLowerCase())
  const heads = new Set<string>()
  let count = 0
  let russianBefore = false
  words.forEach(({ word, start, end }, at) => {
    if (plain.slice(start, end).trim() === '') return
    const negates = NEGATORS.test(word)
    if (negates) {
      // "никто не", "ничего не": one denial in two words.
      const doubled = russianBefore && word === 'не'
      russianBefore = /^ни/u.test(word) || (russianBefore && word !== 'не')
      if (!doubled) count++
      for (const next of words
        .slice(at + 1)
        .filter(isTelling)
        .slice(0, REACH))
        heads.add(next.term)
    } else if (DENYING.test(word)) count++
  })
  return { count, heads }
}

export const isDenying = (word: string) => NEGATORS.test(word) || DENYING.test(word)
