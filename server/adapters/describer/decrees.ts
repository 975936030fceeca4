import { cased, type Heading, isShouted } from './headings.ts'
import { goesOn } from './title-lines.ts'

/** Laws, orders and statutes: "ПРАВИТЕЛЬСТВО …", "ПОСТАНОВЛЕНИЕ", "от 13 февраля 2019 г. № 146", "Об утверждении Правил …". */

const DECREE =
  /^(?:федеральный (?:конституционный )?закон|закон|указ|постановление|распоряжение|приказ|решение|определение|приговор|устав|положение|кодекс|доверенность|регламент|протокол)(?![\p{L}-])/iu
const OF =
  /^(?:от )?[«"]?\d{1,2}[»"]?[ .]\s?[\p{L}\d]{2,9}[ .]\s?\d{4}(?: ?г\.?| года)?(?:\s{1,60}(?:№|N) ?[\p{L}\d/-]{1,20})?$/iu
const NUMBER = /^(?:№|N) ?[\p{L}\d/-]{1,20}$/iu
const SUBJECT = /^[«"]?(?:об?|о мерах|по вопросу|общества с|о внесении) [\p{L}«"(]/iu

/** "П Р И К А З" is a word. */
const joined = (line: string) => (/^(?:\p{L} ){3,20}\p{L}$/u.test(line) ? line.replaceAll(' ', '') : line)

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
  return parts.length > 1 || own.split(' ').length > 2 ? parts.join(' ').slice(0, 200) : ''
}

function subjectOf(lines: Heading[], at: number): string {
  let subject = lines[at]!.line.replace(/\s+/g, ' ')
  for (let n = at + 1; n < Math.min(lines.length, at + 4); n++) {
    const [before, next] = [lines[n - 1]!.line, lines[n]!.line]
    if (/[.:]$/.test(before) || next.length > 120 || !(goesOn(before, next) || (isShouted(before) && isShouted(next))))
      break
    subject = `${subject} ${next.replace(/\s+/g, ' ')}`
  }
  return isShouted(subject) ? cased(subject) : subject
}
