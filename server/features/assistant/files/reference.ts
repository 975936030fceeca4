import { inLatin } from '../../../lib/alphabets.ts'
import { lazy } from '../../../lib/lazy.ts'
import { findWhen, withoutWhen } from '../../../lib/when/find.ts'
import { EN_MONTHS, RU_MONTHS, RU_OF_MONTHS } from '../../../lib/when/names.ts'
import { isStopWord, normalise, partNames, termOf, wordsOf } from '../../../lib/words.ts'
import type { NamedObject } from '../../tools/index.ts'

/** Files as people mean them: by name in any case or form, "the last contract", "тот отчёт за март". */

export interface Reference {
  /** As it was written, without quotation marks. */
  words: string
  terms: string[]
  /** The words that do not say what kind of document it is, as they were written. */
  others: string[]
  docTypes: Map<string, string>
  kinds: Map<string, string>
  order: 'newest' | 'oldest' | undefined
  period: { from: number; until: number } | undefined
  /** All that fit are meant, not the best one. */
  all: boolean
}

const types: [string, string][] = [
  ['contract', 'договор контракт соглашение contract agreement lease'],
  ['invoice', 'счет инвойс invoice bill'],
  ['act', 'акт act'],
  ['letter', 'письмо letter'],
  ['report', 'отчет доклад report'],
  ['statement', 'выписка statement'],
  ['receipt', 'чек квитанция receipt'],
  ['resume', 'резюме resume cv'],
  ['presentation', 'презентация слайды presentation slides deck'],
  ['spreadsheet', 'таблица spreadsheet sheet'],
  ['manual', 'инструкция руководство manual guide'],
  ['article', 'статья article'],
  ['note', 'заметка note'],
  ['form', 'анкета бланк form'],
  ['certificate', 'справка свидетельство сертификат certificate'],
  ['photo', 'фото фотография снимок photo picture'],
  ['recording', 'запись диктофон recording'],
  ['code', 'код code'],
]
const kinds: [string, string][] = [
  ['pdf', 'pdf пдф'],
  ['image', 'картинка изображение фото фотография снимок скриншот image photo picture screenshot'],
  ['audio', 'аудио запись audio recording'],
  ['video', 'видео ролик video clip'],
  ['spreadsheet', 'таблица эксель spreadsheet excel'],
  ['presentation', 'презентация presentation'],
  ['document', 'ворд word'],
  ['email', 'письмо email'],
  ['archive', 'архив archive'],
]
const byTerm = (table: [string, string][]) =>
  lazy(
    () =>
      new Map(
        table.flatMap(([value, words]) =>
          words.split(' ').map((word): [string, string] => [termOf(normalise(word)), value]),
        ),
      ),
  )
const TYPES = byTerm(types)
const KINDS = byTerm(kinds)

/** "счета", "invoices": names a kind of document. */
export const isTypeWord = (word: string) => TYPES().has(termOf(word)) || KINDS().has(termOf(word))

const NEWEST = /^(?:последн|самый нов|нов(?:ый|ая|ое|ые|ую|ого)$|свеж|недавн|latest|last|newest|recent|new$|most)/u
const OLDEST = /^(?:перв(?:ый|ая|ое|ую|ого)$|стар(?:ый|ая|ое|ую|ого|ейш)|oldest|first|earliest)/u
const EMPTY = new Set(
  'тот та то те этот эта это эти мой моя мое мои мою моего моей наш наша наши свой файл файла файлу файлом файле файлы документ документа документу документом документы самый самая самое самую который that this those these the my our your file files document documents one it из от за про для with from about for named called под названием именем'.split(
    ' ',
  ),
)
const EVERY = new Set(['все', 'всех', 'всеми', 'каждый', 'all', 'every', 'each'])

const ADJECTIVES: [RegExp, string][] = [
  [/сегодняшн\p{L}+|today's/giu, 'сегодня'],
  [/позавчерашн\p{L}+/giu, 'позавчера'],
  [/вчерашн\p{L}+|yesterday's/giu, 'вчера'],
  [/прошлогодн\p{L}+|last year's/giu, 'за прошлый год'],
  [/last week's/giu, 'last week'],
  [/last month's/giu, 'last month'],
  ...RU_OF_MONTHS.map((root, at): [RegExp, string] => [
    new RegExp(`${root}\\p{L}+`, 'giu'),
    `за ${RU_MONTHS.nominative[at]}`,
  ]),
]

export function parseReference(written: string, now: number): Reference {
  const words = written
    .replace(/["«»“”„]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  let text = words
  for (const [adjective, plain] of ADJECTIVES) text = text.replace(adjective, ` ${plain} `)
  const when = findWhen(text, now, 'back')
  const isDated = when?.hasDate === true
  const rest = isDated ? withoutWhen(text, when) : text
  const reference: Reference = {
    words,
    terms: [],
    others: [],
    docTypes: new Map(),
    kinds: new Map(),
    order: undefined,
    period: isDated ? { from: when.start, until: Math.max(when.end, when.start + 86_400_000) } : undefined,
    all: false,
  }
  for (const { word, term } of wordsOf(partNames(rest))) {
    if (NEWEST.test(word)) reference.order = 'newest'
    else if (OLDEST.test(word)) reference.order = 'oldest'
    else if (EVERY.has(word)) reference.all = true
    else if (!EMPTY.has(word) && !isStopWord(word)) take(reference, word, term)
  }
  return reference
}

function take(reference: Reference, word: string, term: string): void {
  const type = TYPES().get(term)
  const kind = KINDS().get(term)
  if (type) reference.docTypes.set(term, type)
  if (kind) reference.kinds.set(term, kind)
  if (!type && !kind) reference.others.push(word)
  reference.terms.push(term)
}

/** One letter more, less, other or swapped. */
function isClose(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 4) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

interface NamedTerms {
  file: NamedObject
  name: Set<string>
  title: Set<string>
}

/** Stemming cuts some forms of one word at different places: "запись" and "записи". */
const isForm = (a: string, b: string) => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return /^[а-я]{3,}$/u.test(short) && long.startsWith(short) && long.length - short.length <= 2
}

function worth(term: string, { name, title, file }: NamedTerms, reference: Reference): number {
  if (name.has(term)) return 1
  if (title.has(term)) return 0.9
  if (reference.docTypes.get(term) === file.doc_type && file.doc_type) return 0.85
  if (reference.kinds.get(term) === file.kind) return 0.8
  const other = /[а-я]/u.test(term) ? inLatin(term) : term
  for (const known of [...name, ...title]) {
    if (isClose(term, known) || isForm(term, known)) return 0.7
    const form = /[а-я]/u.test(known) ? inLatin(known) : known
    if (form === other || (other.length >= 5 && (form.startsWith(other) || other.startsWith(form)) && form.length >= 5))
      return 0.7
  }
  return 0
}

const termsOf = (text: string) => new Set(wordsOf(partNames(text)).map(({ term }) => term))

/** By its name, by the days its text names, or by when it came. */
function isOf(file: NamedObject, { from, until }: { from: number; until: number }, named: Set<string>): boolean {
  const first = new Date(from)
  if (until - from > 20 * 86_400_000 && until - from < 40 * 86_400_000) {
    const month = first.getUTCMonth()
    const year = String(first.getUTCFullYear())
    const says = named.has(termOf(RU_MONTHS.nominative[month]!)) || named.has(termOf(EN_MONTHS[month]!.toLowerCase()))
    const years = [...named].filter(word => /^(?:19|20)\d\d$/u.test(word))
    if (says && (years.length === 0 || years.includes(year))) return true
    const two = String(month + 1).padStart(2, '0')
    if (
      new RegExp(`${year}[-_. ]?${two}(?!\\d)|(?<!\\d)${two}[-_. ]${year}`, 'u').test(`${file.filename} ${file.title}`)
    )
      return true
  }
  if (until - from > 300 * 86_400_000 && named.has(String(first.getUTCFullYear()))) return true
  if (file.dates.some(date => Date.parse(date) >= from && Date.parse(date) < until)) return true
  const came = file.created_at.getTime()
  return came >= from && came < until
}

/** "счета от Хартли": those of the kind that is named, among the files in whose text the other words stand. */
export function ofKind(reference: Reference, files: NamedObject[], saying: Set<string>): FileMatch[] {
  const kinds = reference.terms.filter(term => reference.docTypes.has(term) || reference.kinds.has(term))
  return files.flatMap(file => {
    if (!saying.has(file.id)) return []
    const [name, title] = [termsOf(file.filename), termsOf(file.title)]
    if (!kinds.every(term => worth(term, { name, title, file }, reference) > 0)) return []
    if (reference.period && !isOf(file, reference.period, new Set([...name, ...title]))) return []
    return [{ file, score: 1, unsure: false, whole: false }]
  })
}

export interface FileMatch {
  file: NamedObject
  score: number
  /** It lacks a word that was said. */
  unsure: boolean
  /** The file's name has no words beyond those of the request. */
  whole: boolean
}

const ENOUGH = 0.6

const isWhole = (filename: string, said: string[]): boolean => {
  const terms = [...termsOf(filename.replace(/\.[^.]{1,10}$/u, ''))]
  return terms.length > 0 && terms.every(term => said.some(other => other === term || isForm(other, term)))
}

/** Those that fit, the best first; of equals the newest, or the oldest where that is asked for. */
export function matching(reference: Reference, files: NamedObject[]): FileMatch[] {
  const exact = files.filter(file => normalise(file.filename) === normalise(reference.words))
  if (exact.length > 0) return exact.map(file => ({ file, score: 2, unsure: false, whole: true }))
  const found: FileMatch[] = []
  for (const file of files) {
    const [name, title] = [termsOf(file.filename), termsOf(file.title)]
    const worths = reference.terms.map(term => worth(term, { name, title, file }, reference))
    const score =
      worths.length === 0
        ? reference.order || reference.period
          ? 1
          : 0
        : worths.reduce((a, b) => a + b, 0) / worths.length
    if (score < ENOUGH) continue
    if (reference.period && !isOf(file, reference.period, new Set([...name, ...title]))) continue
    // Of two that have all the words the one with fewer others is meant.
    found.push({
      file,
      score: score - Math.min(name.size, 30) / 1000,
      unsure: worths.includes(0),
      whole: !worths.includes(0) && isWhole(file.filename, reference.terms),
    })
  }
  if (reference.order) {
    const best = Math.max(0, ...found.map(({ score }) => score))
    const near = found.filter(({ score }) => score > best - 0.2)
    return near.sort(
      (a, b) => (b.file.created_at.getTime() - a.file.created_at.getTime()) * (reference.order === 'oldest' ? -1 : 1),
    )
  }
  return found.sort((a, b) => b.score - a.score || b.file.created_at.getTime() - a.file.created_at.getTime())
}

/** The one that is meant; several when words alone do not tell them apart. */
export function chosen(reference: Reference, matches: FileMatch[]): FileMatch[] {
  if (reference.order || matches.length < 2) return matches.slice(0, 1)
  const best = matches[0]!.score
  const near = matches.filter(({ score }) => score > best - 0.01)
  const whole = near.filter(match => match.whole)
  return whole.length === 1 ? whole : near
}
