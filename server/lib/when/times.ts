import { type DateRule, rule } from './dates.ts'
import { anyOf, DAY_PARTS, NUMBERS } from './words.ts'

/** Rules that find a time of day: minutes from midnight. */

export interface Clock {
  minutes: number
  /** Where a stretch is given ("from 10 to 12"). */
  until?: number
  /** Only a part of the day was named, or an hour that may be one before or after noon. */
  vague?: boolean
}

const HOURS = [...NUMBERS]
  .filter(([, value]) => value >= 1 && value <= 24 && Number.isInteger(value))
  .map(([word]) => word)
const HOUR = `\\d{1,2}|${anyOf(HOURS.filter(word => !/^(?:a|an|пару|пара|couple|several|несколько|few)$/.test(word)))}`
const MARK = 'утра|дня|вечера|ночи|a\\.?m\\.?|p\\.?m\\.?|in the morning|in the afternoon|in the evening|at night'

const hourOf = (word: string) => (/^\d+$/.test(word) ? Number(word) : (NUMBERS.get(word) ?? Number.NaN))

/** The hour on a clock of 24, by the word behind it. */
function placed(hour: number, mark: string | undefined): number | undefined {
  if (hour > 24 || Number.isNaN(hour)) return undefined
  if (!mark) return hour % 24
  if (/^(?:p|дня|вечера|in the afternoon|in the evening)/.test(mark)) return hour < 12 ? hour + 12 : hour
  if (/^(?:ночи|at night)/.test(mark)) return hour === 12 ? 0 : hour >= 8 && hour < 12 ? hour + 12 : hour
  return hour === 12 ? 0 : hour
}

function clock(hourWord: string, minuteText: string | undefined, mark: string | undefined): Clock | undefined {
  const hour = placed(hourOf(hourWord), mark?.replaceAll('.', ''))
  const minute = Number(minuteText ?? 0)
  if (hour === undefined || minute > 59) return undefined
  const vague = mark === undefined && minuteText === undefined && hour >= 1 && hour < 12
  return { minutes: hour * 60 + minute, ...(vague ? { vague } : {}) }
}

/** Halves and quarters in Russian count towards the next hour: "в половине шестого" is half past five. */
const NEXT_HOUR: Record<string, number> = {
  первого: 1,
  второго: 2,
  третьего: 3,
  четвертого: 4,
  пятого: 5,
  шестого: 6,
  седьмого: 7,
  восьмого: 8,
  девятого: 9,
  десятого: 10,
  одиннадцатого: 11,
  двенадцатого: 12,
}
const NEXT = anyOf(Object.keys(NEXT_HOUR))

const PREPOSITION = '(?:(?:в|во|к|ко|до|с|около|at|by|around|until|till|before|from)\\s+)?'
const NEEDED = '(?:в|во|к|ко|до|около|at|by|around|until|till|before)\\s+'

const marked = (minutes: number, mark: string | undefined) => {
  const hour = placed(Math.floor(minutes / 60), mark?.replaceAll('.', ''))
  return hour === undefined ? undefined : { minutes: hour * 60 + (minutes % 60), vague: mark === undefined }
}

export const TIME_RULES: DateRule<Clock>[] = [
  {
    // "с 10 до 12", "from 10:00 to 11:30 pm", "14:00-15:30"
    pattern: rule(
      `(?:(?:с|from|between)\\s+)(\\d{1,2})(?:[:.](\\d{2}))?\\s*(${MARK})?\\s*(?:до|to|until|till|and|–|-|—)\\s*(\\d{1,2})(?:[:.](\\d{2}))?\\s*(${MARK})?`,
    ),
    read: ([, h1, m1, k1, h2, m2, k2]) => between(clock(h1!, m1, k1 ?? k2), clock(h2!, m2, k2 ?? k1)),
  },
  {
    pattern: rule(`${PREPOSITION}(\\d{1,2}):(\\d{2})\\s*(${MARK})?\\s*[–—-]\\s*(\\d{1,2}):(\\d{2})\\s*(${MARK})?`),
    read: ([, h1, m1, k1, h2, m2, k2]) => between(clock(h1!, m1, k1 ?? k2), clock(h2!, m2, k2 ?? k1)),
  },
  {
    pattern: rule(`${PREPOSITION}(?:полдень|noon|midday)`),
    read: () => ({ minutes: 720 }),
  },
  { pattern: rule(`${PREPOSITION}(?:полночь|midnight)`), read: () => ({ minutes: 0 }) },
  {
    pattern: rule(`${PREPOSITION}(?:половин[аеу]|пол)\\s*-?\\s*(${NEXT})(?:\\s+(${MARK}))?`),
    read: ([, word, mark]) => marked((NEXT_HOUR[word!]! - 1 || 12) * 60 + 30, mark),
  },
  {
    pattern: rule(`${PREPOSITION}(?:четверть)\\s+(${NEXT})(?:\\s+(${MARK}))?`),
    read: ([, word, mark]) => marked((NEXT_HOUR[word!]! - 1 || 12) * 60 + 15, mark),
  },
  {
    pattern: rule(`${PREPOSITION}без\\s+(четверти|пяти|десяти|двадцати|\\d{1,2})\\s+(${HOUR})(?:\\s+(${MARK}))?`),
    read: ([, less, word, mark]) => {
      const minutes = less === 'четверти' ? 15 : hourOf(less!)
      return marked((hourOf(word!) || 12) * 60 - minutes, mark)
    },
  },
  {
    pattern: rule(
      `${PREPOSITION}(half|quarter|\\d{1,2}|ten|five|twenty)\\s+(past|to|till|after)\\s+(${HOUR})(?:\\s*(${MARK}))?`,
    ),
    read: ([, part, way, word, mark]) => {
      const minutes = part === 'half' ? 30 : part === 'quarter' ? 15 : hourOf(part!)
      const base = hourOf(word!) * 60
      return marked(way === 'past' || way === 'after' ? base + minutes : base - minutes, mark)
    },
  },
  {
    pattern: rule(`${PREPOSITION}(\\d{1,2}):(\\d{2})(?::\\d{2})?\\s*(${MARK})?`),
    read: ([, hour, minute, mark]) => clock(hour!, minute, mark),
  },
  {
    // "в 15.30" and "в 15-30": with a preposition only, since dates are written so too
    pattern: rule(`(?:в|к|до|at)\\s+(\\d{1,2})[.-](\\d{2})\\s*(${MARK})?(?!\\.\\d)`),
    read: ([, hour, minute, mark]) => clock(hour!, minute, mark),
  },
  {
    // "в 15 часов 30 минут", "в 3 часа дня", "в час дня"
    pattern: rule(
      `${PREPOSITION}(?:(${HOUR})\\s+)?(?:часов|часа|час|ч\\.?)(?:\\s+(\\d{1,2})\\s+мин(?:ут[ыау]?)?)?(?:\\s+(${MARK}))?`,
    ),
    read: ([all, hour, minute, mark]) => {
      // "2 часа" alone is how long it takes, not when it begins.
      if (!mark && !/^(?:в|во|к|до|с|около)\s/u.test(all)) return undefined
      if (!hour && !mark) return undefined
      return clock(hour ?? '1', minute, mark)
    },
  },
  {
    pattern: rule(`${PREPOSITION}(${HOUR})\\s*(?:o['’]?clock)(?:\\s*(${MARK}))?`),
    read: ([, hour, mark]) => clock(hour!, undefined, mark),
  },
  {
    pattern: rule(`${PREPOSITION}(${HOUR})\\s*(${MARK})`),
    read: ([, hour, mark]) => clock(hour!, undefined, mark),
  },
  {
    // "at 5", "в 9": followed by nothing that would make it a number of things
    pattern: rule(
      `${NEEDED}(${HOUR})(?!\\s*(?:[%./:-]|\\p{Nd}|числ|го\\b|st\\b|nd\\b|rd\\b|th\\b|of\\b|экз|шт|стр|лист|руб|файл|копи|pages?|files?|copies|people|percent))`,
    ),
    read: ([, hour]) => clock(hour!, undefined, undefined),
  },
  {
    pattern: rule(
      `(?:в |к |in the |at |this |до |ближе к )?(${anyOf([...DAY_PARTS.keys()].filter(word => !/^(?:утра|вечера|ночи|обеда)$/.test(word)))}|после обеда)`,
    ),
    read: ([all, word]) => ({
      minutes: (/после обеда/.test(all) ? 15 : DAY_PARTS.get(word!)!) * 60,
      vague: true,
    }),
  },
]

function between(from: Clock | undefined, until: Clock | undefined): Clock | undefined {
  if (!from || !until) return undefined
  return { minutes: from.minutes, until: until.minutes, vague: from.vague && until.vague }
}
