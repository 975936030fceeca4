import type { Quantity } from '../verify/figures.ts'
import { isSameName } from '../verify/names.ts'
import type { ClaimReading } from '../verify/reading.ts'

/** What kind of thing a question wants to know, and whether a sentence has one. */

export type ExpectedAnswer =
  | 'money'
  | 'share'
  | 'count'
  | 'duration'
  | 'clock'
  | 'time'
  | 'phone'
  | 'email'
  | 'identifier'
  | 'person'
  | 'place'
  | 'yes or no'
  | 'other'

const PERIOD =
  'дней|дня|суток|недел[ьюи]|месяц(ев|а)|лет|года|часов|часа|минут|ночей|ночи|времени|days?|weeks?|months?|years?|hours?|minutes?|nights?'

/** The first that fits. */
const ASKED: [ExpectedAnswer, RegExp][] = [
  ['email', /(^|[^\p{L}])(e-?mail|электронн\p{L}+ (почт|адрес)\p{L}*|почтов\p{L}+ ящик|имейл|емейл|мейл)(?!\p{L})/u],
  [
    'phone',
    /(^|[^\p{L}])(телефон(а|у)?|phone( number)?|telephone|по какому номеру (звонить|позвонить)|what number (to|should|do|can) \p{L}* ?call|куда (звонить|позвонить))(?!\p{L})/u,
  ],
  [
    'clock',
    /(^|[^\p{L}])(во сколько|в котором часу|до скольки|со скольки|с какого часа|до которого часа|(at )?what time|what hours?|opening hours|часы работы|в какое время)(?!\p{L})/u,
  ],
  [
    'share',
    /(^|[^\p{L}])(как(ой|ая|ую|ова|ов) (\p{L}+ )?(процент|ставк|скидк|дол)\p{L}*|под какой процент|сколько процентов|(what|which) (is the )?(\p{L}+ )?(percentage|percent|rate|discount|interest)|what percent)(?!\p{L})/u,
  ],
  [
    'identifier',
    /(^|[^\p{L}])(как(ой|ие|им|ов) (\p{L}+ )?(номер|серия|код|шифр|артикул|инн|огрн|кпп|бик|снилс|vin|вин)\p{L}*|(назови|скажи|напомни|подскажи|укажи) (\p{L}+ )?номер|номер (договора|счета|полиса|рейса|заказа|паспорта|брони|машины|автомобиля|карты|квитанции|акта|накладной)|(what|which)( is| are|'s|’s) (the |my |our )?(\p{L}+ ){0,3}(number|code|serial|iban|vin|reference|tracking)|(policy|contract|invoice|order|account|flight|passport|booking|reference|serial|licence|license) (number|no))(?!\p{L})/u,
  ],
  [
    'duration',
    new RegExp(
      `(^|[^\\p{L}])(как долго|на (сколько|какой срок)|за сколько (${PERIOD})|сколько (\\p{L}+ )?(${PERIOD})|какой (\\p{L}+ )?срок|(for )?how long|how many (\\p{L}+ )?(${PERIOD})|how soon|how fast|how quickly|как быстро|how old|сколько лет)(?!\\p{L})`,
      'u',
    ),
  ],
  [
    'time',
    /(^|[^\p{L}])((?<!, )когда|(до|с|со|к|после|по) как(ого|ому|ое) (\p{L}+ )?(числ|дат|дня|дню|день|срок|год|месяц|момент)\p{L}*|как(ого|ое|ая|ой|ова) (\p{L}+ )?(числ|дат|год|месяц|день)\p{L}*|в как(ой|ом|ие) (\p{L}+ )?(день|дни|год|месяц|числ)\p{L}*|до какого|к какому (числу|сроку|дню)|when|(what|which) (\p{L}+ )?(date|day|year|month)|(by|until|till|since) (what|which) (date|day))(?!\p{L})/u,
  ],
  [
    'money',
    /(^|[^\p{L}])(почем|сколько (\p{L}+ )?(стои\p{L}*|плат\p{L}*|заплат\p{L}*|уплат\p{L}*|рубл\p{L}*|денег|нужно (за|у|о)?плат\p{L}*|надо (за)?плат\p{L}*|зарабат\p{L}*|долж\p{L}+|зан(ял|имал)\p{L}*|обход\p{L}*|обош\p{L}*|взял\p{L}*|бер[её]т|потратил\p{L}*|начислен\p{L}*)|на какую сумму|как(ой|ая|ова|ов|ое|ую|ие) (\p{L}+ ){0,2}(сумм|стоимост|цен|плат|оклад|зарплат|долг|задолженност|штраф|пен[яи]|неустойк|премия|взнос|залог|депозит|бюджет|аванс|предоплат|тариф|лимит|франшиз)\p{L}*|(what|which)( is| are| was| were|'s|’s) (the |my |our )?(\p{L}+ ){0,4}(price|cost|rent|salary|wage|fee|deposit|premium|budget|amount|sum|total|excess|limit|fine|penalty|instalment|installment|payment|pay|debt|balance)|how (much|large|big|high) )(?!\p{L}*\?\p{L})/u,
  ],
  ['count', /(^|[^\p{L}])(сколько|how many|how much|как(ое|ова|ово) (количеств|числ)\p{L}*|количество)(?!\p{L})/u],
  [
    'person',
    /(^|[^\p{L}])(кто|кого|кому|с кем|у кого|к кому|от кого|на кого|за кого|чей|чья|чь[её]|чьи|как зовут|(как|какова) (\p{L}+ )?(фамилия|имя)|who|whom|whose|what is the name of the (person|owner|director|manager|doctor|teacher))(?!\p{L})/u,
  ],
  [
    'place',
    /(^|[^\p{L}])(где|куда|откуда|по какому адресу|как(ой|ов) (\p{L}+ )?адрес|в каком (городе|месте|доме|здании|банке|отеле|кафе|ресторане)|на какой улице|where|(what|which)( is| are)? (the )?(\p{L}+ )?(address|city|town|street|place|venue))(?!\p{L})/u,
  ],
]

const YES_OR_NO =
  /^(is|are|was|were|do|does|did|has|have|had|can|could|may|must|should|will|would|shall)(?!\p{L})|(^|\s)\p{L}+ ли(?!\p{L})|^(правда|верно)(?!\p{L})/u

export function wantedBy(question: string): ExpectedAnswer {
  const text = question.toLowerCase().replaceAll('ё', 'е').trim()
  if (YES_OR_NO.test(text)) return 'yes or no'
  return ASKED.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'
}

const FREE =
  /(^|[^\p{L}])(бесплатн\p{L}*|безвозмездн\p{L}*|даром|free|nothing|no (charge|fee)|не взима\p{L}*|без (оплаты|предоплаты|платы)|не плат\p{L}*)(?!\p{L})/u
const NONE = /(^|[^\p{L}])(нет|ни одн\p{L}+|никто|никого|no|none|nobody|не)(?!\p{L})/u
const SOME =
  /(^|[^\p{L}])(один|одн[ауои]\p{L}*|once|one|half|полтора|полторы|пол(года|часа|дня)|половин\p{L}*|double|twice|двойн\p{L}+|треть|четверть|quarter|дюжин\p{L}*|dozen|двое|трое|четверо|пятеро|оба|обе|both)(?!\p{L})/u
const CLOCK =
  /\d{1,2}[:.]\d{2}(?!\d)|\d\s?(a\.?m|p\.?m|час|утра|вечера|дня|ночи|o['’]?clock)|(^|[^\p{L}])(noon|midnight|полдень|полночь|утром|вечером|круглосуточн\p{L}*|around the clock)(?!\p{L})/u
const WHEN =
  /(^|[^\p{L}])(кажд\p{L}+|ежедневн\p{L}*|еженедельн\p{L}*|ежемесячн\p{L}*|ежегодн\p{L}*|ежеквартальн\p{L}*|every|each|daily|weekly|monthly|quarterly|annually|yearly|завтра|сегодня|вчера|tomorrow|today|yesterday|morning|evening|afternoon|night|утр\p{L}+|вечер\p{L}*|весной|летом|осенью|зимой|весн\p{L}+|spring|summer|autumn|winter|christmas|easter|пасх\p{L}+|нов\p{L}+ год\p{L}*|выходны\p{L}+|будн\p{L}+|weekdays?|weekends?|immediately|сразу|до конца|until the end|после|after|before|at once|понедельник\p{L}*|вторник\p{L}*|сред[уаы]|четверг\p{L}*|пятниц\p{L}+|суббот\p{L}+|воскресен\p{L}+|(mon|tues|wednes|thurs|fri|satur|sun)days?|year|год\p{L}*|век\p{L}*|century|centuries)(?!\p{L})/u
const AMOUNT_UNITS = new Set(['RUB', 'USD', 'EUR', 'GBP', 'CNY', 'KZT', 'CHF'])
const PERIOD_UNITS = new Set(['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'])
const isBare = ({ unit }: Quantity) => !PERIOD_UNITS.has(unit)
/** A small number without a currency is rather that of a flat or a page. */
const isPrice = (quantity: Quantity) => isBare(quantity) && (quantity.unit !== '' || quantity.value >= LEAST_BARE)
const LEAST_BARE = 20
const IN_PLACE =
  /(^|[^\p{L}])(в|во|на|по|у|из|за|под|возле|около|рядом|напротив|внутри|at|in|on|near|under|behind|to|from|into|inside|opposite|by|via)\s+\p{L}/u
const ADDRESS =
  /(^|[^\p{L}])(адрес|улиц|ул\.|просп|переул|площад|шоссе|набережн|город|дом|квартир|офис|этаж|кабинет|комнат|зал|address|street|road|avenue|lane|square|city|town|house|flat|office|floor|room)/u
const UNNAMED =
  /(^|[^\p{L}])(мы|сами|я|нам|мной|нами|сосед\p{L}*|брат\p{L}*|сестр\p{L}+|мам\p{L}*|пап\p{L}*|дед\p{L}*|бабушк\p{L}+|муж\p{L}*|жен[аыеу]\p{L}*|сын\p{L}*|доч\p{L}+|we|us|i|me|ourselves|grandma|grandpa|mother|father|brother|sister|neighbou?rs?|husband|wife|son|daughter)(?!\p{L})/u

/** 1 when the sentence has what the question wants, -1 when it has none of it, 0 when that cannot be told. */
export function matchesWanted(wanted: ExpectedAnswer, asked: ClaimReading, sentence: ClaimReading): number {
  const text = sentence.text.toLowerCase().replaceAll('ё', 'е')
  const { quantities, days } = sentence.figures
  const isNew = (value: number) => !asked.figures.quantities.some(own => own.value === value)
  const fresh = quantities.filter(({ value }) => isNew(value))
  const some = fresh.length > 0 || SOME.test(text)
  const has: Record<ExpectedAnswer, () => boolean | undefined> = {
    money: () => fresh.some(isPrice) || FREE.test(text) || undefinedIf(fresh.some(isBare) || SOME.test(text)),
    share: () =>
      /%|процент|percent|per cent/u.test(text) || undefinedIf(fresh.some(({ unit }) => AMOUNT_UNITS.has(unit))),
    count: () => some || NONE.test(text),
    duration: () => some || days.length > 0 || FREE.test(text) || /бессрочн|indefinit|неопредел/u.test(text),
    clock: () => CLOCK.test(text),
    time: () =>
      days.length > 0 || CLOCK.test(text) || WHEN.test(text) || fresh.some(({ unit }) => PERIOD_UNITS.has(unit)),
    phone: () => /\+?\d[\d\s()-]{4,}\d/u.test(text) && (text.match(/\d/gu)?.length ?? 0) >= 5,
    email: () => /\S@\S/u.test(text),
    identifier: () =>
      sentence.words.some(({ word }) => /\d/u.test(word) && !asked.words.some(own => own.word === word)),
    person: () =>
      sentence.names.some(({ word }) => !asked.names.some(own => isSameName(own.word, word))) ||
      [...sentence.parties.keys()].some(party => !asked.parties.has(party)) ||
      UNNAMED.test(text) ||
      undefinedIf(/\s\p{Lu}\p{Ll}/u.test(sentence.text)),
    place: () =>
      sentence.names.length > 0 || ADDRESS.test(text) || undefinedIf(fresh.length > 0 || IN_PLACE.test(text)),
    'yes or no': () => undefined,
    other: () => undefined,
  }
  const found = has[wanted]()
  return found === undefined ? 0 : found ? 1 : -1
}

/** Not surely, but not surely not either. */
const undefinedIf = (maybe: boolean): false | undefined => (maybe ? undefined : false)
