/** The words of questions for a total, in lower case, with е for ё. */

const list = (words: string) => words.trim().split(/\s+/u)
const set = (words: string): ReadonlySet<string> => new Set(list(words))

export const PLURALS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    invoice: 'счета счетов счетам счетами счетах invoices bills',
    receipt: 'чеки чеков чекам чеками чеках receipts',
    contract: 'договоры договора договоров договорам договорами договорах contracts agreements',
    act: 'акты актов актам актами актах',
  }).flatMap(([docType, forms]) => list(forms).map((form): [string, string] => [form, docType])),
)
/** Also the genitive of one. */
export const UNCERTAIN = set('счета договора')
export const COUNTED = set('счетов чеков договоров актов invoices bills receipts contracts agreements')

export const SUMS = [
  'сколько всего',
  'всего сколько',
  'общая сумма',
  'общую сумму',
  'общей сумме',
  'в сумме',
  'суммарно',
  'сложи',
  'на какую сумму',
  'итоговая сумма',
  'in total',
  'total',
  'altogether',
  'sum of',
  'add up',
  'sum up',
  'in all',
]
export const SUM_OF = set('сумма сумму сумме')
export const HOW_MANY = ['сколько', 'how many']

export interface Relative {
  unit: 'year' | 'month'
  ago: 0 | 1
}

export const RELATIVE: [string, Relative][] = [
  ...['этом году', 'этот год', 'этого года', 'текущем году', 'текущий год', 'this year'].map(
    (phrase): [string, Relative] => [phrase, { unit: 'year', ago: 0 }],
  ),
  ...['прошлом году', 'прошлый год', 'прошлого года', 'last year'].map((phrase): [string, Relative] => [
    phrase,
    { unit: 'year', ago: 1 },
  ]),
  ...['этом месяце', 'этот месяц', 'этого месяца', 'this month'].map((phrase): [string, Relative] => [
    phrase,
    { unit: 'month', ago: 0 },
  ]),
  ...['прошлом месяце', 'прошлый месяц', 'прошлого месяца', 'last month'].map((phrase): [string, Relative] => [
    phrase,
    { unit: 'month', ago: 1 },
  ]),
]

/** Before a year they make it a beginning or an end. */
export const SINCE = set('с со по к by to on')
export const YEAR = set('год года году г year')

/** They leave something out. */
export const NOT_WHOLE = set(
  'не нет ни кроме без до после еще пока исключая since before after until till except excluding without not no',
)

/** Before a name. */
export const ABOUT_NAMES = set('от с со из для по за у from with by for of')

export const HARMLESS = new Set([
  ...ABOUT_NAMES,
  ...list(`
    сколько всего какая какова какую каков в во на я мы у меня нас мне нам мной мои моих моим моими наши наших нашим все всех всем
    всеми было был были есть имеется выставлено выставлены выставили получено получил получила пришло это составляет составила
    разных скажи покажи посчитай пожалуйста
    what what's is are was were there do did does i we have had has got my our me us all the a in different please tell show
  `),
])
/** Beside a sum only: how many were paid is another question. */
export const PAID = set('paid')
export const OF_SUMS = new Set([
  ...PAID,
  ...list(`
    сумма сумму сумме денег ушло заплатил заплатила заплатили заплачено платил платила уплатил уплатила потратил потратила оплатил оплатила
    оплатили how much pay spend spent sum amount amounts
  `),
])

export const LEGAL_FORMS = set('ооо оао зао пао ао ип llc ltd inc gmbh')
