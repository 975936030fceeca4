import { type Heading, isShouted } from './headings.ts'
import { INSTITUTION } from './mastheads.ts'
import { lettersIn } from './tokens.ts'

/** Which of the first lines of a text could be its title. */

/** What stands at the top of any document and is the name of none. */
const FURNITURE =
  /^(?:(?:table of )?contents|содержание|оглавление|(?:стр(?:аница|\.)?|page|seite|slide|слайд) ?\d+(?: (?:из|of|\/) ?\d+)?|приложение(?: ?№? ?\d+)?|утвержда(?:ю|ется)|утвержден[оаы]?|согласовано|confidential|draft|черновик|front cover|cover page|(?:chapter|глава|раздел|section|part|часть) ?[\divx]{1,4}(?: ?[-–—:.] ?(?:introduction|введение|general))?|introduction|введение|опубликовано|образец|проект|original|copy|копия|untitled|title slide|важно|внимание|important|warning|objective|imprint|general|distr\.?|united|nations|организация|москва|moscow)[.:]?$/i

export const isFurniture = (line: string) => FURNITURE.test(line)

const CONTENTS = /^(?:(?:table of )?contents|содержание|оглавление)[.:]?$/i

/** Sentences that programs and services put before a document. */
const NOTICE =
  /^(?:see discussions|this (?:article|content|document|page|ebook) (?:was|is)|downloaded from|документ (?:подписан|предоставлен)|владелец|сертификат|действителен|copyright|©|all rights reserved|published (?:by|in|on)|опубликован|зарегистрирован|источник|к приказу|к договору|к постановлению|решением |приказом |постановлением |протокол(?:ом)? )/i

/** Who has it printed, where they live and how to reach them. */
const LETTERHEAD =
  /^(?:общество с ограниченной|ооо|оао|зао|пао|ао|ип|тоо|фгбоу|фгбу|гбу|мбоу|министерство|правительство|администрация|государственн|федеральн\p{L}{2,3} (?:служба|агентство)|российская федерация|президент|губернатор|глава (?:республики|администрации|района|города)|собрание |совет |дума|прокуратура|департамент|комитет|управление|муниципальн|межрегиональн|г\. |город |инн|кпп|огрн|бик|тел|адрес|удк|исх|№|from:|to:|date:|sent:|subject:|от:|копия:|дата:|тема:|вложения:|от кого|кому|bill to|invoice to|attn|tel|phone|fax|email|e-mail|vat|iban|swift|arxiv)(?![\p{L}])/iu
const FORM = /(?:,? (?:Inc|Ltd|LLC|LLP|GmbH|Corp|PLC|B\.V|S\.A|AG)\.?$)|^(?:ООО|АО|ПАО|ЗАО|ИП) /i
const REACH = /@|https?:|www\.|\+\d[\d ()-]{7}|\b\d{5,6}\b,|\b[A-Z]{2} \d{5}\b|\b\d{4} ?[A-Z]{2} \p{Lu}/u
/** A street with its number, and a place with its code. */
const ADDRESS =
  /^\d{1,5} (?:\p{Lu}[\p{L}.]{0,20} ){1,3}(?:street|st|avenue|ave|road|rd|lane|drive|blvd|court)\b|^\p{Lu}[\p{L}-]{2,30}(?:stra(?:ße|sse|at)|str\.|weg|laan|plein|gasse|platz|allee) \d|^(?:calle|c\/|avda\.?|rue|via|ул\.|улица|проспект|пр-т) |^\d{5} \p{Lu}\p{Ll}+$/iu
/** "1. Бичанова Ника" and under it "2. Васюкова Юля": a list, and no heading. */
const ITEM = /^\d{1,3}[.)]\s/

const GREETING =
  /^(?:уважаем|дорог(?:ой|ая|ие)|здравствуй|добрый|привет|dear |hi[ ,]|hello|hey |to whom|sehr geehrte|с уважением|sincerely|regards|генеральному директору|директору|начальнику|руководителю)/i

const DAY =
  /^[\s«"\d.,/:_»-]{0,40}(?:г\.?)?$|^\p{L}{3,9}\.? \d{1,2},? \d{4}$|^\d{1,2} \p{L}{3,9} \d{4}(?: г\.?| года)?$/u

/** A comment or a mark of a program is no line of the text; neither is a row of a table. */
const isSaid = (line: string) =>
  /^[\p{L}\p{N}«"“”(№§[¿¡]/u.test(line) && lettersIn(line) * 2 > line.length && !/\t| {3}|(?:[^\s,],){3}/.test(line)

/** "Фамилия: Имя: Город:": what has to be filled in, and nothing filled in. */
const LABELS = /^(?:\p{L}[^:]{0,40}:[\s_.]{0,80}){2,}$/u

/** Addresses, greetings, days, bare numbers and what is printed on every page. */
export const isTelling = (line: string): boolean =>
  isSaid(line) &&
  !FURNITURE.test(line) &&
  !NOTICE.test(line) &&
  !LETTERHEAD.test(line) &&
  !INSTITUTION.test(line) &&
  !FORM.test(line) &&
  !REACH.test(line) &&
  !ADDRESS.test(line) &&
  !GREETING.test(line) &&
  !DAY.test(line) &&
  !LABELS.test(line) &&
  /\p{L}{3}/u.test(line)

const LONGEST = 160
const SMALL =
  /(?:^|\s)(?:for|of|the|and|to|in|with|on|a|an|by|from|at|или|и|в|на|по|для|о|об|с|к|от|из|при|за|не|как)$|[-–—:,]$/iu

const SMALL_FIRST = /^(?:и|в|во|на|о|об|по|для|с|со|к|от|из|за|при|of|the|and|for|in|on|to|with|by|from) /i

const capitals = (line: string) => {
  const words = line.split(/\s+/).filter(word => /^\p{L}/u.test(word) && word.length > 3)
  return words.length > 0 && words.filter(word => /^\p{Lu}/u.test(word)).length * 5 >= words.length * 4
}

/** Names of people, with the signs of footnotes. */
const AUTHORS = /[∗*†‡@\d]|,.*,|^(?:by|автор)|^(?:\p{Lu}\. ?){1,3}\p{Lu}\p{Ll}+/iu

/** Nothing but the names of those who wrote it. */
const PERSONS =
  /^(?:\p{Lu}\. ?){1,2}\p{Lu}\p{L}{2,30}(?:, (?:\p{Lu}\. ?){1,2}\p{Lu}\p{L}{2,30})*$|^\p{Lu}\p{L}{2,30} \p{Lu}\p{Ll}{2,30} \p{Lu}\p{Ll}{2,30}(?:вич|вна|ична)$/u

/** Whether a title goes on in the next line. */
export function goesOn(line: string, next: string | undefined): boolean {
  if (
    !next ||
    next.length > (line.includes(' ') ? 120 : 240) ||
    /[.!?;]$/.test(line) ||
    !isTelling(next) ||
    /^\d+[.)]/.test(next)
  )
    return false
  if (SMALL.test(line)) return true
  if (/^\p{Ll}/u.test(next)) return !/[.;]$/.test(next.replace(/ г\.$/, ''))
  if (AUTHORS.test(next)) return false
  // A title in capitals is broken where the line is full, or after its first word.
  if (isShouted(line) && isShouted(next))
    return SMALL_FIRST.test(next) || !line.includes(' ') || /[А-ЯЁ]/.test(line) || line.length >= 30
  const latin = !/[а-яё]/i.test(line)
  return (
    latin &&
    line.length >= 25 &&
    next.length >= 12 &&
    capitals(line) &&
    capitals(next) &&
    /\p{Ll}/u.test(line) &&
    /\p{Ll}/u.test(next)
  )
}

/** The line with those that it goes on in. */
export function wholeTitle(lines: Heading[], at: number): string {
  let title = lines[at]!.line
  for (let n = at + 1; n < Math.min(lines.length, at + 4) && goesOn(lines[n - 1]!.line, lines[n]?.line); n++) {
    if (title.includes(' ') && title.length + lines[n]!.line.length > LONGEST + 40) break
    title = `${title} ${lines[n]!.line}`
  }
  return title.replace(/\s+/g, ' ')
}

const isOneWord = (line: string | undefined) => /^\p{L}{2,20}$/u.test(line ?? '')

/** A single word may be that of a form; what stands right below it says more. */
function better(lines: Heading[], at: number): number {
  const next = lines[at + 1]?.line ?? ''
  return isTelling(next) && next.length < LONGEST && next.split(' ').length > 2 && !/[.!?,;]$/.test(next) ? at + 1 : at
}

const isLabel = (line: string, next: string | undefined) =>
  /:[\s_]{0,80}$/.test(line) && /:[\s_]{0,80}$/.test(next ?? ':')

/** The first line that tells something; empty where the text begins with running prose or contents. */
export function firstTelling(lines: Heading[]): string {
  const isItem = (n: number) => ITEM.test(lines[n]?.line ?? '')
  const begin = lines.findIndex(
    ({ line }, n) =>
      isTelling(line) &&
      !isLabel(line, lines[n + 1]?.line) &&
      !PERSONS.test(line) &&
      !(isItem(n) && (isItem(n - 1) || isItem(n + 1))),
  )
  const at =
    isOneWord(lines[begin]?.line) && !goesOn(lines[begin]!.line, lines[begin + 1]?.line) ? better(lines, begin) : begin
  // Behind the word "Contents" stand the names of chapters.
  if (at < 0 || at > 9 || lines.slice(0, at).some(({ line }) => CONTENTS.test(line))) return ''
  const first = lines[at]!.line
  if (first.length < 4 || first.length > LONGEST || /[,;]$/.test(first) || /[.!?]\s+\p{Lu}\p{Ll}+ \p{Ll}/u.test(first))
    return ''
  const title = wholeTitle(lines, at)
  const isProse = /[.!?]$/.test(title) && (lines.length === 1 || title.length > 100)
  return isProse ? '' : title.replace(/[.:∗*†‡]$/, '')
}
