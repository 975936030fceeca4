import type { Words } from '../../lib/language.ts'
import { withoutEnd, withoutEnds } from '../../lib/trim.ts'
import { splitName, uploadName } from '../objects/index.ts'
import type { Enriched } from './enriched.ts'

export interface Proposal {
  name: string
  why: Words
}

const TYPE_WORDS: Record<string, Words> = {
  contract: { en: 'contract', ru: 'договор' },
  invoice: { en: 'invoice', ru: 'счёт' },
  act: { en: 'act', ru: 'акт' },
  letter: { en: 'letter', ru: 'письмо' },
  report: { en: 'report', ru: 'отчёт' },
  statement: { en: 'statement', ru: 'выписка' },
  receipt: { en: 'receipt', ru: 'чек' },
  resume: { en: 'résumé', ru: 'резюме' },
  presentation: { en: 'presentation', ru: 'презентация' },
  spreadsheet: { en: 'spreadsheet', ru: 'таблица' },
  manual: { en: 'manual', ru: 'инструкция' },
  article: { en: 'article', ru: 'статья' },
  note: { en: 'note', ru: 'заметка' },
  form: { en: 'form', ru: 'анкета или бланк' },
  certificate: { en: 'certificate', ru: 'справка или свидетельство' },
  photo: { en: 'photo', ru: 'фотография' },
  recording: { en: 'recording', ru: 'запись' },
  code: { en: 'source code', ru: 'исходный код' },
  other: { en: 'document', ru: 'документ' },
}

/** Long enough to tell files apart, short enough to read in a list. */
const MAX_STEM = 120
const MAX_SUBJECT = 90

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a name must not have
const IMPROPER = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b-\u200f\ufeff<>:"/\\|?*«»“”„]/gu

const EDGE = /[\s.,;–—-]/

/** A slash between digits or letters parts them: "01/2017" is "01-2017". */
const cleaned = (text: string) =>
  withoutEnds(
    text
      .replace(/(?<=[\p{L}\p{N}])[/\\](?=[\p{L}\p{N}])/gu, '-')
      .replace(IMPROPER, ' ')
      .replace(/\s+/gu, ' '),
    EDGE,
  )

/** A small word that has lost what it belongs to. */
const HANGING = / (?:the|a|an|of|for|and|to|in|on|with|by|from|и|в|во|на|о|об|по|для|с|к|от|из|при|за|или)$/i

function shortened(text: string, most = MAX_STEM): string {
  const letters = [...text]
  if (letters.length <= most) return text
  const cut = letters.slice(0, most).join('')
  const space = cut.lastIndexOf(' ')
  const whole = withoutEnd(space > most / 2 ? cut.slice(0, space) : cut, EDGE)
  return withoutEnd(whole.replace(HANGING, ''), EDGE)
}

const dayOf = (iso: string, russian: boolean) => (russian ? iso.split('-').reverse().join('.') : iso)

/** "Договор аренды № 15 от 12.03.2024 — ООО Ромашка": what it is, its number, its date, the other side. */
function stemOf(enriched: Enriched): string {
  const { headline, enrichment } = enriched
  const russian = enrichment.language === 'ru'
  const { number, date } = headline
  // Who has signed a certificate of something is not what it is about.
  const isAbout = !PAPERS.has(enrichment.doc_type) && enrichment.title.length > headline.what.length + 20
  const party = isAbout ? '' : headline.party
  const parts = [subjectOf(enriched)]
  if (number) parts.push(russian ? `№ ${number}` : number)
  if (date) parts.push(russian ? `от ${dayOf(date, true)}` : `of ${date}`)
  return party ? `${parts.join(' ')} — ${party}` : parts.join(' ')
}

/** Papers that are told apart by their number, day and sides; others by what they are about. */
const PAPERS = new Set(['contract', 'invoice', 'act', 'receipt', 'statement', 'letter'])

/** A name that says only what kind of thing it is tells nobody anything. */
function saysEnough({ headline, enrichment }: Enriched): boolean {
  if (!headline.what || !(headline.number || headline.date || headline.party)) return false
  return PAPERS.has(enrichment.doc_type) || plain(enrichment.title).includes(plain(headline.what))
}

/** "Публичная оферта" with what it is about, where the title says it. */
function subjectOf({ headline, enrichment }: Enriched): string {
  const { title } = enrichment
  const goesOn = plain(title).startsWith(plain(headline.what)) && !/\d| — /.test(title)
  return goesOn ? shortened(title, MAX_SUBJECT) : headline.what
}

const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** The name that the file should have by its content, with its extension; undefined when the content does not say. */
export function proposeName(filename: string, enriched: Enriched): Proposal | undefined {
  const [, extension] = splitName(filename)
  const fromParts = saysEnough(enriched) ? cleaned(stemOf(enriched)) : ''
  const { title } = enriched.enrichment
  const stem = shortened(fromParts || cleaned(title))
  if ([...stem].length < 3 || !/\p{L}{2}/u.test(stem)) return undefined
  const name = uploadName(stem + extension)
  if (plain(name) === plain(filename)) return undefined
  return { name, why: whyOf(enriched, Boolean(fromParts)) }
}

function whyOf({ enrichment, headline }: Enriched, fromParts: boolean): Words {
  const type = TYPE_WORDS[enrichment.doc_type] ?? TYPE_WORDS.other!
  if (!fromParts) return { en: `The title says so: it is a ${type.en}.`, ru: `Так назван сам документ: ${type.ru}.` }
  const parts: Words[] = []
  if (headline.number) parts.push({ en: 'number', ru: 'номер' })
  if (headline.date) parts.push({ en: 'date', ru: 'дата' })
  if (headline.party) parts.push({ en: 'party', ru: 'сторона' })
  return {
    en: `It is a ${type.en}; taken from its text: ${parts.map(part => part.en).join(', ')}.`,
    ru: `Это ${type.ru}; из текста взято: ${parts.map(part => part.ru).join(', ')}.`,
  }
}
