import { isDecree } from './decrees.ts'
import { calledBy, type Heading, isBlankLabel } from './headings.ts'
import { lettersIn } from './tokens.ts'
import { likelyTypes } from './type-model.ts'

export interface TypeSource {
  text: string
  kind: string
  filename: string
  lines: Heading[]
}

const CODE =
  /\.(ts|tsx|js|jsx|mjs|cjs|py|java|kt|c|h|cc|cpp|hpp|cs|go|rs|rb|php|swift|scala|sh|bash|ps1|sql|css|scss|lua|r|pl|hs|vue|svelte|json|ya?ml|toml|xml|ini|dockerfile|makefile)$/i

const BY_KIND: Record<string, string> = {
  audio: 'recording',
  video: 'recording',
  spreadsheet: 'spreadsheet',
  presentation: 'presentation',
  email: 'letter',
}

const CODE_LINE =
  /^\s*(#include|import |from \S+ import|package \w|def \w|class \w|function \w|func \w|const \w|let \w|var \w|export |public |private |SELECT |INSERT |CREATE |return\b|if ?\(|for ?\(|while ?\(|<\?php|<!doctype|<html|- (uses|run|name): |[\w.-]+: *$|@\w+|\}|\{|\/\/|\/\*)|[;{]\s*$|=>|\bdef \w+\(.*\):/i

/** Lines that only a program has, or many of its signs. */
function looksLikeCode(text: string): boolean {
  const lines = text
    .slice(0, 4000)
    .split('\n')
    .filter(line => line.trim() !== '')
  const written = lines.filter(line => CODE_LINE.test(line)).length
  const signs = text.slice(0, 4000).match(/[{}()[\];=<>$]/g)?.length ?? 0
  const share = signs / Math.min(4000, Math.max(1, text.length))
  return (written / Math.max(1, lines.length) > 0.5 && share > 0.02) || (written > 0 && share > 0.06)
}

/** So likely, or less so but clearly likelier than any other: of nineteen kinds the first may be right at a fifth. */
const SURE = 0.3
const LIKELY = 0.16
const CLEARLY = 2
const SURELY = 1.45

/** Papers of a page or a few: a book is none of them, whatever words it uses. */
const SHORT_PAPERS = new Set([
  'resume',
  'certificate',
  'receipt',
  'invoice',
  'note',
  'letter',
  'form',
  'statement',
  'act',
])
const LONG = 12_000

function likeliestType({ text, kind, filename }: TypeSource): string | undefined {
  // Slides are printed; what is written in a document or in Markdown only lists as slides do.
  const isWritten = kind === 'document' || /\.(?:md|markdown)$/i.test(filename)
  const likely = likelyTypes(text).filter(({ type }) => !(isWritten && type === 'presentation'))
  const [first, second] = text.length > LONG ? likely.filter(({ type }) => !SHORT_PAPERS.has(type)) : likely
  if (!first) return undefined
  const clear = first.probability >= LIKELY && first.probability >= CLEARLY * (second?.probability ?? 0)
  const sure = first.probability >= SURE && first.probability >= SURELY * (second?.probability ?? 0)
  return clear || sure ? first.type : undefined
}

const SECTIONS =
  /^(?:objective|(?:work |professional )?experience|education|(?:key |technical )?skills|references|employment(?: history)?|professional summary|personal details|опыт работы|образование|(?:ключевые |профессиональные )?навыки|о себе|желаемая должность|личные данные)[:.]?\s{0,9}$/gim
const SEVERAL = 3

const GREETING =
  /^(?:уважаем(?:ый|ая|ые) \p{L}|дорог(?:ой|ая|ие) \p{L}|dear (?:sir|madam|mr|ms|mrs|dr|colleague)|sehr geehrte|estimad[oa]s? )/iu
/** "01.12.2015 № 13-6518" under the address and the telephone of an office. */
const REGISTERED = /^(?:исх\.? ?)?(?:от )?\d{2}\.\d{2}\.\d{4}(?: ?г\.)? ?№ ?[\p{L}\d/-]+$/iu
const OFFICE = /^(?:тел|e-?mail|факс)/i
const MEETING =
  /^(?:present|attendees|participants|attended by|присутствовали|присутствующие|участники|участвовали|были)\s?:/iu
const PAPER = /^(?:abstract|аннотация|key ?words|ключевые слова)[.:—–-]?\s?|^arxiv:\S/i

function typeByHead(text: string, lines: Heading[]): string | undefined {
  const has = (form: RegExp) => lines.some(({ line }) => form.test(line))
  if (text.length < LONG && (has(GREETING) || (has(REGISTERED) && has(OFFICE)))) return 'letter'
  if (text.length < LONG && has(MEETING)) return 'note'
  return text.length > 2500 && has(PAPER) ? 'article' : undefined
}

/** "Statement" is said before committees, too; that of an account has its balance. */
const isOfAccount = (text: string) =>
  /balance|account|debit|credit|остат|сальдо|сч[её]т|дебет|кредит/i.test(text.slice(0, LONG))

/** What the headings and blanks of a page show whatever its words are. */
function typeByParts(text: string): string | undefined {
  const sample = text.slice(0, LONG)
  const sections = new Set(sample.match(SECTIONS)?.map(section => section.toLowerCase().trim()))
  if (sections.size >= SEVERAL) return 'resume'
  return sample.split('\n').filter(isBlankLabel).length >= SEVERAL ? 'form' : undefined
}

/** What kind of paper it is: what it calls itself, then what its bytes are, then what its words sound like. */
export function docTypeOf(source: TypeSource): string {
  const { text, kind, filename, lines } = source
  if (kind === 'audio' || kind === 'video') return 'recording'
  if (kind === 'text' && !/\.[ct]sv$/i.test(filename) && (CODE.test(filename) || looksLikeCode(text))) return 'code'
  if (/\.[ct]sv$/i.test(filename)) return 'spreadsheet'
  const letters = lettersIn(text, 40)
  if (kind === 'image' && letters < 40) return 'photo'
  if (kind === 'presentation') return 'presentation'
  const called = calledBy(lines)
  if (called && (called.type !== 'statement' || isOfAccount(text))) return called.type
  if (kind !== 'spreadsheet' && kind !== 'email' && isDecree(lines)) return 'other'
  const own = BY_KIND[kind]
  if (own || letters < 15) return own ?? 'other'
  return typeByParts(text) ?? typeByHead(text, lines) ?? likeliestType(source) ?? 'other'
}
