import { cased, type Heading, isShouted } from './headings.ts'
import { goesOn } from './title-lines.ts'

/** Laws, orders and statutes: "ПРАВИТЕЛЬСТВО …", "ПОСТАНОВЛЕНИЕ", "от 13 февраля 2019 г. № 146", "Об утверждении Правил …". */

const DECREE =
  /^(?:федеральный (?:конституционный )?закон|закон|указ|постановление|распоряжение|приказ|решение|определение|приговор|устав|положение|правила|порядок|кодекс|доверенность|регламент|протокол)(?![\p{L}-])/iu
const OF =
  /^(?:от )?[«"]?\d{1,2}[»"]?[ .]\s?[\p{L}\d]{2,9}[ .]\s?\d{4}(?: ?г\.?| года)?(?:\s{1,60}(?:№|N) ?[\p{L}\d/-]{1,20})?$/iu
const NUMBER = /^(?:№|N) ?[\p{L}\d/-]{1,20}$/iu
const SUBJECT = /^[«"]?(?:об?|о мерах|по вопросу|общества с|о внесении) [\p{L}«"(]/iu

/** "П Р И К А З" is a word. */
const joined = (line: string) => line.replace(/^(?:\p{L} ){3,20}\p{L}(?= |$)/u, spaced => spaced.replaceAll(' ', ''))

/** What it is, of which day and number, and what about; empty when the first lines name no such thing or say no more of it. */
export function decreeTitle(lines: Heading[]): string {
  const at = lines.findIndex(({ line }) => DECREE.test(joined(line)) && line.length < 140)
  const isApproval = lines
    .slice(Math.max(0, at - 6), Math.max(0, at))
    .some(({ line }) => /^(?:утвержд|документ подписан|приложение)/i.test(line))
  if (at < 0) return ''
  const own = joined(lines[at]!.line).replace(/\s+/g, ' ')
  if (isApproval && /\d/.test(own)) return decreeTitle(lines.slice(at + 1))
  const parts = [isShouted(own) ? cased(own) : own]
  for (const { line } of lines.slice(at + 1, at + 6)) {
    const said = line.replace(/\s+/g, ' ').replace(/^ОТ /, 'от ')
    if ((OF.test(said) || NUMBER.test(said)) && !/\d/.test(parts.join(' ')))
      parts.push(isShouted(said) ? said.toLowerCase() : said)
    else if (SUBJECT.test(said)) {
      parts.push(
        subjectOf(
          lines,
          lines.findIndex(each => each.line === line),
        ),
      )
      break
    }
  }
  if (parts.length === 1) parts.push(...behind(lines, at))
  const title = parts
    .join(' ')
    .replace(/^(\p{L}+) О(б?) (?=\p{Ll})/u, '$1 о$2 ')
    .replace(/( о \p{Ll}+)\1/u, '$1')
  return parts.length > 1 || own.split(' ').length > 2 ? shortened(cased(title)) : ''
}

const LONGEST = 200

function shortened(title: string): string {
  if (title.length <= LONGEST) return title
  const space = title.lastIndexOf(' ', LONGEST)
  return title.slice(0, space > 0 ? space : LONGEST)
}

/** "УСТАВ" and under it "МУНИЦИПАЛЬНОГО РАЙОНА", "ПРАВИЛА ПРИЁМА" and under it "детей в школу". */
function behind(lines: Heading[], at: number): string[] {
  const found: string[] = []
  for (let n = at + 1; n < Math.min(lines.length, at + 4); n++) {
    const [before, next] = [lines[n - 1]!.line, lines[n]!.line]
    const flows = isShouted(before) ? isShouted(next) || /^\p{Ll}/u.test(next) : /^\p{Ll}/u.test(next)
    if (!flows || next.length > 600 || /^[\d(]|[.:;]$/.test(next)) break
    found.push(isShouted(next) ? next.toLowerCase() : next.replace(/\s+/g, ' '))
  }
  return found
}

/** Whether the first lines name a law, an order or rules, for which there is no kind of paper. */
const LAW =
  /^(?:an act$|regulation \(|directive \(|council (?:regulation|decision)|public law \d|h\. ?r\. \d|s\. \d{2,4}$|federal register)/i

export const isDecree = (lines: Heading[]): boolean =>
  lines.slice(0, 10).some(({ line }) => LAW.test(line)) || lines.slice(0, 5).some(({ line }) => isOrder(joined(line)))

const isOrder = (line: string) => DECREE.test(line) && line.length < 140 && !/^протокол|[.!?] \p{Lu}|,$/iu.test(line)

function subjectOf(lines: Heading[], at: number): string {
  let subject = lines[at]!.line.replace(/\s+/g, ' ')
  for (let n = at + 1; n < Math.min(lines.length, at + 4); n++) {
    const [before, next] = [lines[n - 1]!.line, lines[n]!.line]
    const flows = goesOn(before, next) || (isShouted(before) && isShouted(next)) || /^[«"]\p{Lu}/u.test(next)
    // "Об утверждении" needs what is approved.
    if (/[.:]$/.test(before) || next.length > 120 || !(flows || subject.split(' ').length < 3)) break
    subject = `${subject} ${next.replace(/\s+/g, ' ')}`
  }
  return isShouted(subject) ? cased(subject) : subject
}
