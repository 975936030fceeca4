/** Takes politeness and hesitation off a sentence, so that it begins with what is wanted. */

const L = '(?<![\\p{L}\\p{N}])'
const R = '(?![\\p{L}\\p{N}])'

const OPENINGS = new RegExp(
  `^(?:${[
    'пожалуйста|плиз|слушай(?:те)?|послушай|эй|так|ну|а|и|давай(?:те)?|ассистент|помощник|ок|окей|хорошо|скажи пожалуйста',
    'не мог(?:ли|ла)? бы (?:ты|вы)|мог(?:ли|ла)? бы (?:ты|вы)|можешь(?: ли)?(?: ты)?|можете(?: ли)?(?: вы)?|сможешь|можно',
    '(?:я )?хочу(?:,? чтобы ты)?|(?:мне )?(?:нужно|надо)(?= \\p{L}+(?:ть|ти|чь)(?:ся)?(?![\\p{L}]))|прошу(?: тебя)?|будь добр\\p{L}?|я бы хотел\\p{L}?',
    "please|pls|hey|ok|okay|so|well|assistant|kindly|now|just|go ahead and|i want you to|i(?:'d| would) like you to",
    "(?:could|can|would|will) you(?: please)?|i(?:'d| would) like to|i want to|i need to|i need you to|let's|let us|help me(?: to)?",
  ].join('|')})${R}[\\s,.:;!—–-]*`,
  'u',
)

const ENDINGS = new RegExp(
  `[\\s,.!—–-]*${L}(?:пожалуйста|плиз|спасибо|please|pls|thanks|thank you|for me)[\\s.!]*$`,
  'u',
)
const BETWEEN = new RegExp(`\\s*,?\\s*${L}(?:пожалуйста|please)${R}\\s*,?\\s*`, 'gu')

/** Cut by places only, so that the same cut can be made in the text as it was written. */
export interface CleanedCommand {
  /** As it was written. */
  text: string
  /** In lower case, with е for ё, letter for letter. */
  lower: string
}

export const lowered = (text: string) => text.toLowerCase().replaceAll('ё', 'е').replaceAll('’', "'")

export function clean(written: string): CleanedCommand {
  // Lower case may be longer than what it was made from (İ): then places would not fit.
  let text = [...written.normalize('NFC')].filter(letter => letter.toLowerCase().length === letter.length).join('')
  text = text.replace(/\s+/gu, ' ').trim()
  for (const { index, 0: found } of [...lowered(text).matchAll(BETWEEN)].reverse())
    text = `${text.slice(0, index)} ${text.slice(index + found.length)}`.trim()
  for (;;) {
    const opening = OPENINGS.exec(lowered(text))
    if (!opening || opening[0].length >= text.length) break
    text = text.slice(opening[0].length)
  }
  for (;;) {
    const ending = ENDINGS.exec(lowered(text))
    if (!ending || ending.index === 0) break
    text = text.slice(0, ending.index)
  }
  text = text.trim()
  return { text, lower: lowered(text) }
}

export function languageIn(text: string): 'ru' | 'en' {
  const russian = text.match(/[а-яё]/giu)?.length ?? 0
  const english = text.match(/[a-z]/giu)?.length ?? 0
  return russian * 2 >= english && russian > 0 ? 'ru' : 'en'
}
