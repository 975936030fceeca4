import { type Mention, mention, Taken } from './mention.ts'

const SPACE = '[ \\u00a0\\u202f\\u2009]'
const GAP = `${SPACE}{0,4}`
const NUMBER = `(\\d{1,3}(?:(?:${SPACE}|[.,'’])\\d{3}){1,6}(?:[.,]\\d{1,2})?|\\d{1,18}(?:[.,]\\d{1,4})?)`
const SCALE = `(тыс\\.?|тысяч[аи]?|млн\\.?|миллион(?:а|ов)?|млрд\\.?|миллиард(?:а|ов)?|трлн\\.?|thousand|million|billion|trillion|bn|k|m)`
const WORDS = `(?:${GAP}\\([^()\\n]{3,120}\\))?`
const UNITS: [RegExp, string][] = [
  [/^(₽|руб|рубл|р\.?$|rub|rur)/i, 'RUB'],
  [/^(\$|us\$|usd|долл|dollar)/i, 'USD'],
  [/^(€|eur|евро)/i, 'EUR'],
  [/^(£|gbp|фунт|pound)/i, 'GBP'],
  [/^(¥|cny|юан|yuan|rmb)/i, 'CNY'],
  [/^(jpy|иен|йен|yen)/i, 'JPY'],
  [/^(₸|kzt|тенге|tenge)/i, 'KZT'],
  [/^(₴|uah|грив|hryvn)/i, 'UAH'],
  [/^(byn|бел)/i, 'BYN'],
  [/^(chf|швейцар|swiss)/i, 'CHF'],
  [/^(₹|inr|рупи|rupee)/i, 'INR'],
  [/^(try|₺|лир|lira)/i, 'TRY'],
  [/^(pln|злот|zł)/i, 'PLN'],
]
const BEHIND =
  '(₽|руб(?:\\.|лей|ля|ль|лях|лями|лям)?|р\\.|долл(?:\\.|аров|ара|ар)?(?:' +
  `${SPACE}{1,4}США` +
  ')?|евро|фунт(?:ов|а)?(?: стерлингов)?|юан(?:ей|я|ь)|[ий]ен(?:ы|а)?|тенге|грив(?:ен|ны|на)|белорусских рублей|швейцарских франков|рупи[йия]|турецких лир|злотых|US dollars|dollars?|euros?|pounds?(?: sterling)?|RUB|RUR|USD|EUR|GBP|CNY|JPY|KZT|UAH|BYN|CHF|INR|TRY|PLN|\\$|€|£)'
const BEFORE = '(US\\$|\\$|€|£|¥|₽|₸|₴|₹|RUB|USD|EUR|GBP|CNY|CHF|KZT|BYN)'

/** Without one of these signs the first form need not be looked for. */
const SIGN = new RegExp(BEFORE, 'i')

const forms = [
  new RegExp(`(?<![\\p{L}\\p{N}.,])${BEFORE}${SPACE}?${NUMBER}(?:${SPACE}?${SCALE}(?![\\p{L}]))?(?![\\p{N}])`, 'giu'),
  new RegExp(
    `(?<![\\p{L}\\p{N}.,-])${NUMBER}${WORDS}(?:${SPACE}?${SCALE})?${WORDS}${GAP}${BEHIND}(?![\\p{L}])(?:${GAP},?${GAP}(\\d\\d)${WORDS}${GAP}коп(?:\\.|еек|ейки|ейка)?)?`,
    'giu',
  ),
]

/** "1 250 000,50", "1,250,000.50", "1.250.000,50": the last sign before one or two digits is the decimal one. */
export function numberOf(text: string): number {
  const plain = text.replace(/[\s\u00a0\u202f\u2009'’]/g, '')
  const decimal = /[.,](\d{1,2}|\d{4})$/.exec(plain)
  const whole = (decimal ? plain.slice(0, decimal.index) : plain).replace(/[.,]/g, '')
  return Number(decimal ? `${whole}.${decimal[1]}` : whole)
}

function scaleOf(word: string | undefined): number {
  if (!word) return 1
  const w = word.toLowerCase()
  if (/^(тыс|thous|k)/.test(w)) return 1e3
  if (/^(млн|миллион|mill|m$)/.test(w)) return 1e6
  if (/^(млрд|миллиард|bill|bn)/.test(w)) return 1e9
  return 1e12
}

const currencyOf = (sign: string) => UNITS.find(([unit]) => unit.test(sign.trim()))?.[1]

const matchesOf = (text: string, form: RegExp) => (form === forms[0] && !SIGN.test(text) ? [] : text.matchAll(form))

export function amountsIn(text: string): Mention[] {
  const taken = new Taken(text)
  const found: Mention[] = []
  for (const [at, form] of forms.entries())
    for (const match of matchesOf(text, form)) {
      const [all, first, second, third] = match
      const [sign, number, scale] = at === 0 ? [first, second, third] : [third, first, second]
      const currency = sign && currencyOf(sign)
      const end = match.index + all.length
      if (!currency || !taken.take(match.index, end)) continue
      const small = match[4] ? Number(match[4]) / 100 : 0
      // A short decimal before a scale ("1,5 млн") is never a thousands sign.
      const base = scale && /^\d{1,3}[.,]\d{3}$/.test(number!) ? Number(number!.replace(',', '.')) : numberOf(number!)
      const value = Math.round((base * scaleOf(scale) + small) * 100) / 100
      found.push(mention(text, match.index, end, { value, currency }))
    }
  return found.sort((a, b) => a.start - b.start)
}
