import { isAccount, isBik, isCard, isIban, isInn, isKpp, isOgrn, isSnils } from './checksums.ts'
import { type Mention, mention, Taken } from './mention.ts'

interface Rule {
  kind: string
  /** Group 1 is the number itself. */
  form: RegExp
  valid(number: string): boolean | null
  /** Without its label it is only believed when it checks. */
  onlyValid?: boolean
}

const LABEL = '(?![\\p{L}])[\\s:№/.,()-]{0,6}'

const RULES: Rule[] = [
  { kind: 'inn', form: new RegExp(`ИНН(?:\\s*/\\s*КПП)?${LABEL}(\\d{10,12})(?!\\d)`, 'giu'), valid: isInn },
  {
    kind: 'kpp',
    form: /ИНН\s{0,9}\/\s{0,9}КПП[\s:№.-]{0,4}\d{10}\s{0,9}[/,]?\s{0,9}(\d{4}[\dA-Z]{2}\d{3})(?!\d)/giu,
    valid: isKpp,
  },
  { kind: 'kpp', form: new RegExp(`КПП${LABEL}(\\d{4}[\\dA-Z]{2}\\d{3})(?!\\d)`, 'giu'), valid: isKpp },
  { kind: 'ogrn', form: new RegExp(`ОГРН(?:ИП)?${LABEL}(\\d{13,15})(?!\\d)`, 'giu'), valid: isOgrn },
  { kind: 'bik', form: new RegExp(`БИК${LABEL}(\\d{9})(?!\\d)`, 'giu'), valid: isBik },
  { kind: 'iban', form: /IBAN[\s:.]{0,4}([A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30})(?![A-Z0-9])/gu, valid: isIban },
  {
    kind: 'iban',
    form: /(?<![\p{L}\p{N}])([A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?)(?![\p{L}\p{N}])/gu,
    valid: isIban,
    onlyValid: true,
  },
  {
    kind: 'snils',
    form: new RegExp(`СНИЛС${LABEL}(\\d{3}[- ]?\\d{3}[- ]?\\d{3}[- ]?\\d{2})(?!\\d)`, 'giu'),
    valid: isSnils,
  },
  { kind: 'snils', form: /(?<![\d-])(\d{3}-\d{3}-\d{3} \d{2})(?!\d)/gu, valid: isSnils },
  {
    kind: 'vat',
    form: /VAT(?: (?:reg(?:istration)?|id|number|no\.?))*[\s:.#]{0,4}([A-Z]{2}\d{8,12})(?!\d)/giu,
    valid: () => null,
  },
  {
    kind: 'swift',
    form: /(?:SWIFT|BIC)[\s:./-]{0,4}([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?![A-Z0-9])/gu,
    valid: () => true,
  },
  {
    kind: 'passport',
    form: /паспорт[^\n\d]{0,40}?(\d{2} ?\d{2}(?:\s*№)?\s*\d{6})(?!\d)/giu,
    valid: () => null,
  },
  { kind: 'card', form: /(?<!\d)(\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4})(?!\d)/gu, valid: isCard, onlyValid: true },
]

const NUMBER = '([\\p{Lu}\\d][\\p{L}\\d]{0,30}(?:[-/.][\\p{L}\\d]{1,30}){0,6})'
const GAP = '\\s{0,9}'
const SIGN = '(?:№|N[oо]?\\.?|No\\.?|#|Number:?|номер:?)'

const PAPERS: [string, RegExp][] = [
  ['contract_number', new RegExp(`(?:договор|контракт|соглашени)\\p{L}{0,20}[^\\n№#]{0,60}?№${GAP}${NUMBER}`, 'giu')],
  [
    'contract_number',
    new RegExp(`(?:contract|agreement)(?![\\p{L}])[^\\n#№]{0,30}?${SIGN}${GAP}(?=[^\\n]{0,6}\\d)${NUMBER}`, 'giu'),
  ],
  [
    'invoice_number',
    new RegExp(`(?<![\\p{L}])сч[её]т\\p{L}{0,20}(?:-фактур\\p{L}{0,20})?[^\\n№#]{0,30}?№${GAP}${NUMBER}`, 'giu'),
  ],
  ['invoice_number', new RegExp(`invoice(?![\\p{L}])(?:${GAP}${SIGN})?[\\s:]{0,9}(?=[^\\n]{0,8}\\d)${NUMBER}`, 'giu')],
  ['act_number', new RegExp(`(?<![\\p{L}])акт(?:а|у|ом|е)?(?![\\p{L}])[^\\n№#]{0,50}?№${GAP}${NUMBER}`, 'giu')],
  [
    'order_number',
    new RegExp(`(?:order|purchase order|PO)(?![\\p{L}])${GAP}${SIGN}${GAP}:?${GAP}(?=[^\\n]{0,6}\\d)${NUMBER}`, 'giu'),
  ],
  [
    'document_number',
    new RegExp(
      `(?:приказ|накладн|справк|доверенност|протокол|заявк|заказ|чек|квитанци|полис|свидетельств)\\p{L}{0,20}[^\\n№#]{0,40}?№${GAP}${NUMBER}`,
      'giu',
    ),
  ],
]

/** A label that is needed tells a number from any other row of digits. */
export function identifiersIn(text: string): Mention[] {
  const taken = new Taken(text)
  const found: Mention[] = []
  const add = (kind: string, match: RegExpExecArray, valid: boolean | null) => {
    const number = match[1]!
    const start = match.index + match[0].lastIndexOf(number)
    if (taken.take(start, start + number.length))
      found.push(mention(text, start, start + number.length, { kind, value: plain(number), valid }))
  }
  for (const { kind, form, valid, onlyValid } of RULES)
    for (const match of text.matchAll(form)) {
      const good = valid(plain(match[1]!))
      if (good || !onlyValid) add(kind, match, good)
    }
  accountsIn(text, found, add)
  for (const [kind, form] of PAPERS)
    for (const match of text.matchAll(form)) if (/\d/.test(match[1]!)) add(kind, match, null)
  return found.sort((a, b) => a.start - b.start)
}

const plain = (number: string) =>
  /^[\d\s№-]+$/.test(number) || /^[A-Z]{2}\d{2} /.test(number) ? number.replace(/[\s№-]/g, '') : number

/** Twenty digits are checked with the bank's code that stands nearest. */
function accountsIn(
  text: string,
  found: Mention[],
  add: (kind: string, match: RegExpExecArray, valid: boolean | null) => void,
) {
  const banks = found.filter(({ kind }) => kind === 'bik').slice(0, 50)
  for (const match of text.matchAll(/(?<!\d)(\d{20})(?!\d)/g)) {
    const nearest = banks.toSorted((a, b) => Math.abs(a.start - match.index) - Math.abs(b.start - match.index))[0]
    add('account', match, nearest ? isAccount(match[1]!, String(nearest.value)) : null)
  }
}
