import { EN_MONTHS, EN_WEEKDAYS, MONTHS_SHORT, RU_MONTHS, RU_WEEKDAYS, WEEKDAYS_SHORT } from './names.ts'

/** Words for numbers, days and months, in the forms in which people say them: in lower case, with е for ё; a hyphen is a blank. */

const forms = (table: string): [string, number][] =>
  table
    .trim()
    .split('\n')
    .flatMap(line => {
      const [value, ...words] = line.trim().split(/\s+/)
      return words.map((word): [string, number] => [word.replace('-', ' '), Number(value)])
    })

export const NUMBERS = new Map(
  forms(`
    0.5 полчаса
    1 один одна одну одно одного одной одному первый one a an
    2 два две двух двум пару пара two couple a-couple
    3 три трех трем several несколько three few a-few
    4 четыре четырех четырем four
    5 пять пяти five
    6 шесть шести six
    7 семь семи seven
    8 восемь восьми eight
    9 девять девяти nine
    10 десять десяти ten
    11 одиннадцать одиннадцати eleven
    12 двенадцать двенадцати twelve
    13 тринадцать тринадцати thirteen
    14 четырнадцать четырнадцати fourteen
    15 пятнадцать пятнадцати fifteen
    16 шестнадцать шестнадцати sixteen
    17 семнадцать семнадцати seventeen
    18 восемнадцать восемнадцати eighteen
    19 девятнадцать девятнадцати nineteen
    20 двадцать двадцати twenty
    21 двадцать-один
    22 двадцать-два
    23 двадцать-три
    30 тридцать тридцати thirty
    40 сорок сорока forty
    45 сорок-пять
    50 пятьдесят пятидесяти fifty
    90 девяносто ninety
  `),
)

/** "пятнадцатого", "the fifteenth". */
export const ORDINALS = new Map(
  forms(`
    1 первого первое первому first
    2 второго второе второму second
    3 третьего третье третьему third
    4 четвертого четвертое четвертому fourth
    5 пятого пятое пятому fifth
    6 шестого шестое шестому sixth
    7 седьмого седьмое седьмому seventh
    8 восьмого восьмое восьмому eighth
    9 девятого девятое девятому ninth
    10 десятого десятое десятому tenth
    11 одиннадцатого одиннадцатое eleventh
    12 двенадцатого двенадцатое twelfth
    13 тринадцатого тринадцатое thirteenth
    14 четырнадцатого четырнадцатое fourteenth
    15 пятнадцатого пятнадцатое fifteenth
    16 шестнадцатого шестнадцатое sixteenth
    17 семнадцатого семнадцатое seventeenth
    18 восемнадцатого восемнадцатое eighteenth
    19 девятнадцатого девятнадцатое nineteenth
    20 двадцатого двадцатое twentieth
    30 тридцатого тридцатое thirtieth
  `),
)

/** 0 is Sunday, as in Date. */
export const WEEKDAYS = new Map(
  EN_WEEKDAYS.flatMap((name, at) => {
    const english = name.toLowerCase()
    const cases = Object.values(RU_WEEKDAYS).map(names => names[at]!)
    return [...cases, ...WEEKDAYS_SHORT[at]!, english, `${english}s`].map((word): [string, number] => [
      word,
      (at + 1) % 7,
    ])
  }),
)

/** 1 is January. */
export const MONTHS = new Map(
  EN_MONTHS.flatMap((name, at) => {
    const cases = Object.values(RU_MONTHS).map(names => names[at]!)
    return [...cases, ...MONTHS_SHORT[at]!, name.toLowerCase()].map((word): [string, number] => [word, at + 1])
  }),
)

export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

const units: [TimeUnit, string][] = [
  ['second', 'секунда секунду секунды секунд second seconds sec secs'],
  ['minute', 'минута минуту минуты минут мин minute minutes min mins'],
  ['hour', 'час часа часов часик hour hours hr hrs h'],
  ['day', 'день дня дней сутки суток day days'],
  ['week', 'неделя неделю недели недель недельку week weeks'],
  ['month', 'месяц месяца месяцев month months'],
  ['year', 'год года лет year years'],
]

export const UNITS = new Map(
  units.flatMap(([unit, words]) => words.split(' ').map((word): [string, TimeUnit] => [word, unit])),
)

/** Parts of the day, with the hour that is meant when none is given. */
export const DAY_PARTS = new Map(
  forms(`
    9 утром утра утру утречком morning
    13 днем обед обеда обеду обеденное
    15 afternoon
    19 вечером вечера вечеру вечерком evening tonight
    23 ночью ночи ночь night
  `),
)

/** The longest first, so that a word is not cut short by its own beginning. */
export const anyOf = (words: Iterable<string>): string =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')
