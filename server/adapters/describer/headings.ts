import { isOfDocument } from './mastheads.ts'

/** What a document calls itself in its first lines. */

/** Kinds of papers by the word that stands at the beginning of a heading. */
const CALLED: [string, RegExp][] = [
  [
    'invoice',
    /^(сч[её]т(-фактура| на оплату| №| n\b| от\b|\s*$)|инвойс|универсальный передаточный документ|(единый )?плат[её]жный документ|(квитанция|извещение) (на|об|по|для) оплат|квитанция за (жил|коммунал|жку|услуги жкх)|(kopie )?factuur(?!\p{L})|rechnung(?!\p{L})|factura(?!\p{L})|facture(?!\p{L})|faktura(?!\p{L})|(pro ?forma |tax |commercial |sales )?invoice\b|(utility|electricity|water|gas|energy|heating|phone|telephone|internet|council tax) bill\b)/iu,
  ],
  [
    'act',
    /^(акт(?![\p{L}])|(certificate|act) of (acceptance|completion|completed)|acceptance (certificate|act)|(work )?completion certificate|delivery[- ]acceptance)/iu,
  ],
  [
    'contract',
    /^(([\p{L}-]+[ыиоа][йе]? ){0,2}(договор|контракт|соглашение)(?!\p{L})|(публичная )?оферта|(долговая )?расписка(?! (?:об?|в|за) (?:получении|при[её]м|внесении|доставк)|-)|promissory note|i\.?o\.?u\.?(?!\p{L})|([\p{L}’'&,/-]+ ){0,6}(agreement|contract)\b|lease\b|memorandum of understanding|terms of service)/iu,
  ],
  ['statement', /^(выписка|оборотн|(bank |account |monthly |credit card )*statement\b|account summary)/i],
  [
    'receipt',
    /^(кассовый чек|товарный чек|чек\b|чек №|квитанция|приходн(ый|ого) (кассовый )?ордер|плат[её]жное поручение|([\p{L}]+ ){0,2}receipt\b|payment confirmation|расписка)/iu,
  ],
  [
    'letter',
    /^((гарантийное|информационное|сопроводительное|благодарственное|рекомендательное|официальное) письмо|письмо(?!\p{L})|претензия|(cover |offer |engagement )?letter (of|to)(?!\p{L}))/iu,
  ],
  ['resume', /^(резюме|curriculum vitae|cv\b|r[eé]sum[eé]\b)/i],
  [
    'manual',
    /^(инструкци|руководство|регламент|памятка|методическ|техническое описание|([\p{L}’'-]+ ){0,5}(manual|user guide|guide|handbook|instructions)\b|how to\b|installation\b|getting started|quick start)/iu,
  ],
  [
    'report',
    /^(([\p{L}]+ ){0,3}отч[её]т(?![\p{L}]*(ност|лив))|доклад(?!\p{L})|заключение (?:об?|по|эксперта)(?!\p{L})|аналитическая записка|протокол|([\p{L}\d’'-]+ ){0,5}report\b|minutes( of\b|$))/iu,
  ],
  [
    'certificate',
    /^(справка|сертификат|свидетельство|диплом|удостоверение|аттестат|лицензия|грамота|certificate\b|diploma\b|this is to certify|licen[cs]e\b)/i,
  ],
  [
    'form',
    /^(анкета|заявлени|бланк|опросн|заявка|ходатайство|([\p{L}’'-]+ ){0,4}(application|questionnaire|form|survey)(?![\p{L}])|application for)/iu,
  ],
  ['presentation', /^(презентация|слайд|slide \d|agenda$|pitch deck)/i],
  [
    'note',
    /^(заметк|записк|список (дел|покупок|вещей)|конспект|план на|идеи|мысли|notes?\b(?! by)|to-?do|(shopping|packing) list|ideas\b|([\p{L}’'-]+ ){0,3}meeting notes|memo\b)/iu,
  ],
]

export interface Heading {
  line: string
  start: number
  end: number
  /** Of a list: it may be read as a title, but nothing is called by it. */
  item?: true
}

const BULLET = /^\s{0,8}(?:[-*+•–]|\d{1,2}[.)])\s/

const HEAD_LINES = 14
/** Stamps and mastheads stand before them. */
const LOOKED_AT = 30
const HEAD_CHARS = 2000

/** "Счёт *": a blank that has to be filled in. */
export function isBlankLabel(line: string): boolean {
  const label = line.trim()
  return label.length <= 40 && label.endsWith(' *') && label.indexOf('*') === label.length - 1
}

/** The first lines that say anything, without stamps and mastheads; and far below them the bare word for an invoice. */
export function headLines(text: string): Heading[] {
  const lines: Heading[] = []
  for (const match of text.slice(0, HEAD_CHARS).matchAll(/[^\n\f]+/g)) {
    const line = match[0].replace(/^[\s#*=_>|-]+|[\s*=_|]+$/g, '')
    if (line === '' || !/[\p{L}\p{N}]/u.test(line) || isBlankLabel(match[0])) continue
    const start = match.index + match[0].indexOf(line)
    lines.push({ line, start, end: start + line.length, ...(BULLET.test(match[0]) && { item: true }) })
    if (lines.length >= FAR_LINES) break
  }
  const own = isOfDocument(lines.slice(0, LOOKED_AT).map(({ line }) => line))
  const left = lines.filter((_, at) => own[at] ?? true)
  const kept = left.length > 0 ? left : lines
  const far = kept.slice(HEAD_LINES).find(({ line }) => BARE.test(line))
  return [...kept.slice(0, HEAD_LINES), ...(far ? [far] : [])]
}

const MAX_HEADING = 160

/** Of invoices the word stands alone, below who sends it and to whom. */
const BARE =
  /^(?:(?:tax |pro ?forma |commercial )?invoice|rechnung|factuur|factura|facture|fattura|faktura|сч[её]т-фактура|(?:rechnung|invoice|factuur|factura|facture) ?(?:nr|no|n[º°]|number|nummer)?[.:]? ?[\p{L}\d/-]{0,20}\d)$/iu
const FAR_LINES = 60

/** The line in which the document names its own kind, and that kind. */
export const calledBy = (lines: Heading[]): { type: string; heading: Heading } | undefined =>
  calledAbove(lines) ?? calledBelow(lines)

/** Looks below the letterhead and the address of the recipient. */
function calledBelow(lines: Heading[]): { type: string; heading: Heading } | undefined {
  const heading = lines.slice(HEAD_LINES - 4).find(({ line }) => BARE.test(line))
  return heading && { type: 'invoice', heading }
}

function calledAbove(lines: Heading[]): { type: string; heading: Heading } | undefined {
  for (const [at, heading] of lines.slice(0, 10).entries()) {
    // What approves or signs a document is named before it.
    const before = lines.slice(Math.max(0, at - 6), at)
    if (
      /^(?:протокол|сертификат|приказ|решение)/i.test(heading.line) &&
      before.some(({ line }) => /^(?:утвержд|документ подписан)/i.test(line))
    )
      continue
    // A line that goes on with what stands above it names nothing.
    if (at > 0 && (heading.item || /^[а-яё]/.test(heading.line))) continue
    if (heading.line.length > MAX_HEADING * 2 || /[.!?]\s+\p{Lu}\p{Ll}+ /u.test(heading.line.slice(0, MAX_HEADING)))
      continue
    for (const [type, form] of CALLED) {
      const called = form.exec(heading.line)?.[0]
      if (called && !goesOn(heading.line.slice(called.length), called)) return { type, heading }
    }
  }
  return undefined
}

/** "A report creeps into camp" is a sentence, "Report on the results" is a heading: what follows the English word tells. */
const goesOn = (rest: string, called: string) =>
  /[a-z]$/i.test(called) &&
  /^ [a-z]+/.test(rest) &&
  !/^ (of|on|for|to|by|and|with|between|dated|no|nr|n|number|from|in|about|as|at|regarding|re|under|or|the|per|relating|concerning)(?![a-z])/.test(
    rest,
  )

const NUMBER = /(?:№|(?<![\p{L}])N[oо]?\.?|#|Number:?)\s*([\p{L}\d][\p{L}\d]*(?:[-/.][\p{L}\d]+)*)/u
const BARE_NUMBER = /\b((?:[A-Z]{2,6}[-/])?\d[\dA-Z]*(?:[-/]\d[\dA-Z]*)*)\s*$/

export interface Called {
  what: string
  number: string
  /** The span in which its date is to be looked for. */
  from: number
  to: number
}

const MAX_WHAT = 120

/** So much of it as ends with a whole word. */
const firstWords = (what: string) =>
  what.length > MAX_WHAT ? what.slice(0, what.lastIndexOf(' ', MAX_WHAT) + 1).trim() || what.slice(0, MAX_WHAT) : what

/** "ДОГОВОР АРЕНДЫ № 15 от 12 марта 2024 г." is a "Договор аренды" with the number 15. */
export function partsOf(heading: Heading, next: Heading | undefined): Called {
  const { line } = heading
  const own = NUMBER.exec(line)
  // The number may stand alone on the next line.
  const below =
    !own && next && next.line.length < 60
      ? /^(?:№|N[oо]?\.?|No\.?|#)\s*([\p{L}\d][\p{L}\d/.-]*)/u.exec(next.line)
      : null
  const number =
    own?.[1] ??
    below?.[1] ??
    (/\d/.test(line) ? BARE_NUMBER.exec(line.replace(/\s+(от|of|dated)\s.*$/i, ''))?.[1] : undefined) ??
    ''
  const cut = line.search(
    /\s*(?:№|(?<![\p{L}])N[oо]?\.?\s*\d|#\s*\d|\s(?:от|dated|of)\s+[«"]?\d|\s\d{1,2}\.\d\d\.|[:;]|\s[-–—]\s)/u,
  )
  let what = (cut > 0 ? line.slice(0, cut) : line).replace(/[\s,.«"№#-]+$/u, '').trim()
  what = what.replace(/\s(?:no|nr|number|n[º°])[.:]?$/i, '')
  if (number && what.endsWith(number)) what = what.slice(0, -number.length).replace(/[\s,.#№-]+$/u, '')
  return {
    what: firstWords(cased(what)),
    number: /\d/.test(number) ? number.replace(/[.]+$/, '') : '',
    from: heading.start,
    to: heading.end + 400,
  }
}

/** "IOU", "CV": letters, and no word that shouts. */
const LATIN_LETTERS = /^[A-Z]{2,3}$/

export function isShouted(line: string): boolean {
  if (LATIN_LETTERS.test(line)) return false
  const letters = line.match(/\p{L}/gu) ?? []
  return letters.length > 2 && letters.filter(letter => /\p{Lu}/u.test(letter)).length > letters.length * 0.6
}

/** Capitals only at the beginning, unless the line mixes them itself. */
export function cased(text: string): string {
  const plain = isShouted(text) ? text.toLowerCase() : text
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
