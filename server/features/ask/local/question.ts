import { isStopWord, type Word, wordsOf } from '../../../lib/words.ts'

/** What kind of thing would answer a question, as far as its first words tell. */
export type AnswerKind = 'person' | 'time' | 'place' | 'number' | 'reason' | 'other'

const KINDS: [AnswerKind, RegExp][] = [
  [
    'number',
    /\b(how (many|much|old|far|tall|long|large|big|high|deep|wide)|what (percentage|percent|number|amount|proportion|share|size|population|cost|price|sum|rate|temperature)|number of)\b/u,
  ],
  [
    'number',
    /(^|\s)(сколько|скольк\S+|как(ой|ова|ово|овы|ое|ая) (процент\S*|дол\S+|числ\S+|количеств\S+|стоимост\S+|цен\S+|сумм\S+|размер\S*|площад\S+|населени\S+|температур\S+)|на какую сумму|как (долго|далеко|часто|много))/u,
  ],
  [
    'time',
    /\b(when|what (year|date|day|month|time|century|decade|era|period)|which (year|date|day|month|century|decade)|how long ago|until what)\b/u,
  ],
  [
    'time',
    /(^|\s)(когда|в како[йм] (году|месяце|веке|день|десятилетии)|как(ого|ой|ая|ому) (числ\S+|дат\S+|год\S*|месяц\S*|день|дня|век\S*)|с какого (года|числа|времени)|до какого|к какому (году|сроку|числу))/u,
  ],
  [
    'person',
    /\b(who|whom|whose|what (person|man|woman|player|author|scientist|president|king|name)|which (person|man|woman|player|author|scientist|president|king))\b/u,
  ],
  [
    'person',
    /(^|\s)(кто|кого|кому|кем|ком|чей|чья|чье|чьи|как зовут|как(ой|ая|ого|ому|им) (человек|автор|ученый|учен\S+|игрок\S*|президент\S*|директор\S*|подрядчик\S*|заказчик\S*|исполнител\S+))/u,
  ],
  [
    'place',
    /\b(where|what (city|country|state|place|location|region|town|county|island|continent|street|address|building)|which (city|country|state|place|location|region|town|continent))\b/u,
  ],
  [
    'place',
    /(^|\s)(где|куда|откуда|в как(ом|ой) (городе|стране|штате|месте|регионе|области|районе|здании|улице)|какой (город|адрес|регион)|какая страна|по какому адресу)/u,
  ],
  ['reason', /\b(why|what (caused|reason|causes)|for what reason|how come)\b/u],
  ['reason', /(^|\s)(почему|зачем|отчего|по какой причине|из-за чего|какова причина|в чем причина|с какой целью)/u],
]

export interface QuestionProfile {
  /** The words that say something; all of them where none does. */
  words: Word[]
  stems: Set<string>
  kind: AnswerKind
  /** What each stem is worth: the rarer, the more. */
  worth: Map<string, number>
  total: number
  rarest: string
  /** Numbers and names that the question itself mentions. */
  numbers: Set<string>
  names: Set<string>
  isCyrillic: boolean
}

/** Words of questions themselves: they ask, and answers need not have them. */
const ASKING = new Set(
  'какой какая какое какие какого какому каким каком каких какую какова каково какую чему чего кто что где когда почему зачем сколько куда откуда чей назовите назови расскажи скажи подскажи укажите what which who whom whose when where why how many much name tell describe did does do'.split(
    ' ',
  ),
)

/** In a handful of files every word is common: counted as if there were so many windows at least. */
const FEWEST_WINDOWS = 200

/** What a word of a question is worth, the rarer the more. */
export const worthIn = (windows: number) => (frequency: number) => idf(frequency, Math.max(windows, FEWEST_WINDOWS))

/** What finding a word that is in `frequency` of `rows` tells. */
const idf = (frequency: number, rows: number) => Math.log(1 + (Math.max(rows - frequency, 0) + 0.5) / (frequency + 0.5))

export function profileOf(question: string, worthOf: (stem: string) => number): QuestionProfile {
  const all = wordsOf(question)
  const telling = all.filter(({ word }) => !isStopWord(word) && !ASKING.has(word))
  const words = telling.length > 0 ? telling : all
  const stems = new Set(words.map(({ stem }) => stem))
  const worth = new Map([...stems].map(stem => [stem, worthOf(stem)]))
  const total = [...worth.values()].reduce((sum, value) => sum + value, 0) || 1
  const rarest = [...worth].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
  const cyrillic = isCyrillic(question)
  return {
    words,
    stems,
    kind: kindOf(question),
    worth,
    total,
    rarest,
    isCyrillic: cyrillic,
    ...mentions(question, all),
  }
}

/** Whether most of its letters are Cyrillic: of the two languages of the encoder, which. */
export function isCyrillic(text: string): boolean {
  const sample = text.slice(0, 2000)
  const cyrillic = sample.match(/\p{Script=Cyrillic}/gu)?.length ?? 0
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0
  return cyrillic > latin
}

export function kindOf(question: string): AnswerKind {
  const text = question.toLowerCase().replaceAll('ё', 'е')
  return KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'
}

/** Numbers, and words with a capital letter that do not begin the sentence. */
function mentions(question: string, all: Word[]): { numbers: Set<string>; names: Set<string> } {
  const numbers = new Set(all.filter(({ word }) => /\p{N}/u.test(word)).map(({ stem }) => stem))
  const names = all
    .filter(({ start, word }, at) => at > 0 && /\p{Lu}/u.test(question[start] ?? '') && !ASKING.has(word))
    .map(({ stem }) => stem)
  return { numbers, names: new Set(names) }
}
