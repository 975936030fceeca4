import type { Language } from '../../lib/language.ts'
import { lazy } from '../../lib/lazy.ts'
import { isStopWord, termOf, type Word, wordsOf } from '../../lib/words.ts'

/** What kind of thing would answer a question, as far as its first words tell. */
export type AnswerKind = 'person' | 'time' | 'place' | 'number' | 'reason' | 'other'

const KINDS: [AnswerKind, RegExp][] = [
  [
    'number',
    /\b(how (many|much|old|far|tall|long|large|big|high|deep|wide|fast|often)|(what|which) (percentage|percent|number|amount|proportion|share|size|population|cost|price|sum|rate|temperature|score|age|distance|fraction)|number of)\b/u,
  ],
  [
    'number',
    /(^|[\s(«])(сколько|скольк\S+|насколько|как(ой|ов|ова|ово|овы|ое|ая|им|ую|ого) (\S+ )?(процент\S*|дол[яюией]\S*|числ[оа]|количеств\S+|численност\S+|стоимост\S+|цен[ауы]|сумм\S+|размер\S*|площад\S+|населени\S+|температур\S+|скорост\S+|длин\S+|высот\S+|глубин\S+|возраст\S*|расстояни\S+|счет|оценк\S+|част(ь|ью)|мест[оа])|на какую сумму|как (долго|далеко|часто|много|быстро|высоко))(?!\p{L})/u,
  ],
  ['time', /\b(when|(what|which) (year|date|day|month|time|century|decade|era|period)|how long ago|until what)\b/u],
  [
    'time',
    /(^|[\s(«])((?<!, )когда|(в|на|с|до|к|по|после|за) как(ом|ой|ое|ие|их|ого|ому) (\S+ )?(год\S*|месяц\S*|век\S*|день|дн\S+|десятилети\S+|столети\S+|врем\S+|период\S*|момент\S*|час\S*|эпох\S+|срок\S*)|как(ого|ой|ая|ова|ому) (числ\S+|дат\S+|год\S*|месяц\S*|день|дня|век\S*|период)|с какого (года|числа|времени)|до какого|к какому (году|сроку|числу))(?!\p{L})/u,
  ],
  [
    'person',
    /\b(who|whom|whose|(what|which) (person|people|man|woman|player|author|writer|scientist|researcher|president|king|queen|emperor|leader|name|actor|actress|singer|artist|composer|philosopher|architect|general|mathematician|chemist|physicist|coach|director|quarterback))\b/u,
  ],
  [
    'person',
    /(^|[\s(«])(кто|кого|кому|кем|ком|чей|чья|чье|чьи|чьего|чьим|как зовут|(как|какова) (\S+ )?(фамилия|имя)|как(ой|ая|ого|ому|им|ую|ие|их) (\S+ )?(человек\S*|люд\S+|автор\S*|ученый|учен\S+|исследовател\S+|игрок\S*|президент\S*|директор\S*|подрядчик\S*|заказчик\S*|исполнител\S+|актер\S*|актрис\S+|пев(ец|ца|иц)\S*|поэт\S*|писател\S+|химик\S*|физик\S*|математик(у|ом|а)?|корол\S+|император\S*|правител\S+|министр\S*|тренер\S*|режиссер\S*|композитор\S*|генерал\S*|философ(у|ом|а)?|историк\S*|архитектор\S*|инженер\S*|губернатор\S*|мэр\S*|лидер\S*|квотербек\S*|художник\S*|изобретател\S+))(?!\p{L})/u,
  ],
  [
    'place',
    /\b(where|(what|which) (city|country|state|place|location|region|town|county|island|continent|street|address|building|river|province|nation|area))\b/u,
  ],
  [
    'place',
    /(^|[\s(«])(где|куда|откуда|(в|на|из|к|с|от|до) как(ом|ой|их|ого|ую) (\S+ )?(город\S*|стран\S+|штат\S*|мест\S+|регион\S*|област\S+|район\S*|здани\S+|улиц\S+|округ\S*|остров\S*|континент\S*|рек\S+|провинци\S+|земл\S+|част\S+)|как(ой|ая|ую) (город|адрес|регион|страна|страну|штат|округ|остров|река|улица)|по какому адресу)(?!\p{L})/u,
  ],
  ['reason', /\b(why|what (caused|reason|causes)|for what reason|how come)\b/u],
  [
    'reason',
    /(^|[\s(«])(почему|зачем|отчего|по какой причине|из-за чего|какова (была )?причина|в чем причина|с какой целью|для чего|в результате чего)(?!\p{L})/u,
  ],
]

export interface QuestionProfile {
  /** The words that say something; all of them where none does. */
  words: Word[]
  terms: Set<string>
  kind: AnswerKind
  /** What each term is worth: the rarer, the more. */
  worth: Map<string, number>
  total: number
  rarest: string
  /** Numbers and names that the question itself mentions. */
  numbers: Set<string>
  names: Set<string>
  isCyrillic: boolean
}

/** Words of questions themselves: they ask or point, and answers need not have them. */
const ASKING = new Set(
  `какой какая какое какие какого какому каким каком каких какую какими какова каков каково каковы чему чего чем кто кого кому кем ком
  что где когда почему зачем отчего сколько скольких скольким куда откуда чей чья чье чьи чьего чьей чьему чьим чьих назовите назови
  расскажи скажи подскажи укажите этих этим этими этому эту тех теми тому той тою своего своей своем своему своим своими своих свой свое
  своя свои себя собой себе который которого которой которому которым котором которых которыми которую которое наш наша наше наши ваш
  ваша ваше ваши нам вами нами ними ею многие многих некоторые некоторых некоторый либо
  what which who whom whose when where why how many much name tell describe did does do`.split(/\s+/),
)

/**
 * Words that frame a question: what answers it seldom has them. Of the English ones fewer than half stand in the paragraph that
 * answers (SQuAD 1.1); the Russian ones are their likes.
 */
const FRAMING = lazy(
  () =>
    new Set(
      `think besides kind happen percentage else approximate much regarding get type say another come go many give long hold might
  begin take entity make consider sometimes usually find according prior titled typically name likely given reason place amount
  located additional famous help start stand call occur cause example compare could made become often exist term would one refer
  known use согласно какова каков каково тип вид мнение качество такой сделать иметь имеет имели данный место обычно называться называется
  называлась назывался называют название количество процент доля считать считается имя фамилия способ образ образом время
  происходить произошло случиться случилось существовать находиться находится расположен известен известно стать стал помощь
  использовать используется использовался причина пример термин именно другой составлять составляет начать мочь может могли
  можно должен дать раз результат настоящий цель сравнение позволять пытаться роль форма род период течение случай зовут текст
  занимать занимает относиться относится`
        .split(/\s+/)
        .map(termOf),
    ),
)
const FRAME = 0.35

/** Rarer words count as if so many chunks had them: a word that none has may be a synonym of one that they have. */
const RAREST = 2

/** In a handful of files every word is common: counted as if there were so many chunks at least. */
const FEWEST_CHUNKS = 200

/** What a word of a question is worth, the rarer the more. */
export const worthIn = (chunks: number) => (frequency: number) =>
  idf(Math.max(frequency, RAREST), Math.max(chunks, FEWEST_CHUNKS))

/** What finding a word that is in `frequency` of `rows` tells. */
const idf = (frequency: number, rows: number) => Math.log(1 + (Math.max(rows - frequency, 0) + 0.5) / (frequency + 0.5))

export function profileOf(question: string, worthOf: (term: string) => number): QuestionProfile {
  const all = wordsOf(question)
  const contentWords = all.filter(({ word }) => !isStopWord(word) && !ASKING.has(word))
  const words = contentWords.length > 0 ? contentWords : all
  const terms = new Set(words.map(({ term }) => term))
  const worth = new Map([...terms].map(term => [term, worthOf(term) * (FRAMING().has(term) ? FRAME : 1)]))
  const total = [...worth.values()].reduce((sum, value) => sum + value, 0) || 1
  const rarest = [...worth].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
  const cyrillic = isCyrillic(question)
  return {
    words,
    terms,
    kind: kindOf(question),
    worth,
    total,
    rarest,
    isCyrillic: cyrillic,
    ...mentions(question, all),
  }
}

/** Whether most of its letters are Cyrillic: of the two languages of the encoder, which. */
/** The language that a question is asked in, where it has any letters. */
export const languageOf = (question: string, usual: Language): Language =>
  isCyrillic(question) ? 'ru' : /\p{L}/u.test(question) ? 'en' : usual

export function isCyrillic(text: string): boolean {
  const sample = text.slice(0, 2000)
  const cyrillic = sample.match(/\p{Script=Cyrillic}/gu)?.length ?? 0
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0
  return cyrillic > latin
}

/** By what it asks first: "Кто был королём, когда…" asks for a person. */
export function kindOf(question: string): AnswerKind {
  const text = question.toLowerCase().replaceAll('ё', 'е')
  const met = KINDS.map(([kind, pattern]) => ({ kind, at: text.search(pattern) })).filter(({ at }) => at >= 0)
  return met.sort((a, b) => a.at - b.at)[0]?.kind ?? 'other'
}

/** Numbers, and words with a capital letter that do not begin the sentence. */
function mentions(question: string, all: Word[]): { numbers: Set<string>; names: Set<string> } {
  const numbers = new Set(all.filter(({ word }) => /\p{N}/u.test(word)).map(({ term }) => term))
  const names = all
    .filter(({ start, word }, at) => at > 0 && /\p{Lu}/u.test(question[start] ?? '') && !ASKING.has(word))
    .map(({ term }) => term)
  return { numbers, names: new Set(names) }
}
