/** The content lines of RFC 5545, section 3.1: unfolded, taken apart, and put together again. */

export interface CalendarLine {
  name: string
  params: Record<string, string>
  value: string
  /** As it was written, unfolded. */
  text: string
  /** Where it began in the file, from 1. */
  at: number
}

export interface Component {
  name: string
  lines: CalendarLine[]
  children: Component[]
  /** Where it began in the file. */
  at: number
  /** What is wrong with it, when it could not be read to its end. */
  broken?: string
}

export class BadCalendar extends Error {
  override name = 'BadCalendar'
}

const MAX_DEPTH = 6
const MAX_LINE = 400_000

const HEAD = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):/
const PARAM = /;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)/g

function parseLine(text: string, at: number): CalendarLine | undefined {
  const head = HEAD.exec(text.length > 4000 ? text.slice(0, 4000) : text)
  if (!head) return undefined
  const params: Record<string, string> = {}
  for (const [, name, value] of head[2]!.matchAll(PARAM)) params[name!.toUpperCase()] = value!.replace(/^"(.*)"$/, '$1')
  return { name: head[1]!.toUpperCase(), params, value: text.slice(head[0].length), text, at }
}

function* unfolded(text: string): Generator<{ text: string; at: number }> {
  let held: string[] = []
  let began = 1
  let at = 0
  for (const line of text.split(/\r\n|\n|\r/)) {
    at++
    if (held.length > 0 && (line.startsWith(' ') || line.startsWith('\t'))) held.push(line.slice(1))
    else {
      if (held.length > 0 && held[0] !== '') yield { text: held.join(''), at: began }
      held = [line]
      began = at
    }
  }
  if (held.length > 0 && held[0] !== '') yield { text: held.join(''), at: began }
}

const noBegin = () => new BadCalendar('it does not begin with BEGIN:VCALENDAR')

const nameIn = (line: CalendarLine) => line.value.trim().toUpperCase()

function begin(open: Component[], line: CalendarLine): void {
  const child: Component = { name: nameIn(line), lines: [], children: [], at: line.at }
  if (open.length === 1 && child.name !== 'VCALENDAR') throw noBegin()
  if (open.length > MAX_DEPTH) throw new BadCalendar('its components lie too deep in each other')
  open.at(-1)!.children.push(child)
  open.push(child)
}

/** What was not ended before the one around it is broken. */
function end(open: Component[], line: CalendarLine): void {
  const outer = open.findLastIndex(component => component.name === nameIn(line))
  if (outer < 1) throw new BadCalendar(`line ${line.at} ends what did not begin`)
  for (const cut of open.splice(outer).slice(1)) cut.broken ??= 'it has no END'
}

/**
 * The calendars of a file. A component with a line that cannot be read is marked as broken and the reading goes on; only what
 * is no calendar at all throws.
 */
export function parseCalendars(text: string): Component[] {
  const root: Component = { name: '', lines: [], children: [], at: 0 }
  const open: Component[] = [root]
  for (const raw of unfolded(text.replace(/^\uFEFF/, ''))) {
    const line = raw.text.length > MAX_LINE ? undefined : parseLine(raw.text.replaceAll('\0', ''), raw.at)
    if (line?.name === 'BEGIN') begin(open, line)
    else if (open.length === 1) throw noBegin()
    else if (line?.name === 'END') end(open, line)
    else if (line) open.at(-1)!.lines.push(line)
    else open.at(-1)!.broken ??= `line ${raw.at} cannot be read`
  }
  for (const component of open.slice(1)) component.broken ??= 'the file ends in the middle of it'
  if (root.children.length === 0) throw new BadCalendar('it is empty')
  return root.children
}

export const unescapeText = (value: string) =>
  value.replace(/\\([\\;,nN])/g, (_, char: string) => (char === 'n' || char === 'N' ? '\n' : char))

export const escapeText = (value: string) =>
  value
    .replace(/\r\n|\r/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** No line is longer than 75 bytes; none is cut within a letter. */
export function fold(line: string): string {
  if (Buffer.byteLength(line) <= 75) return line
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const char of line) {
    const bytes = Buffer.byteLength(char)
    if (size + bytes > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
      size = 0
    }
    part += char
    size += bytes
  }
  parts.push(part)
  return parts.join('\r\n ')
}

export const linesToText = (lines: string[]) => `${lines.map(fold).join('\r\n')}\r\n`

const DURATION = /^([+-])?P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/

/** Days and what is shorter apart: a day is not always 24 hours. Undefined for what is none. */
export function parseDuration(value: string): { days: number; ms: number } | undefined {
  const match = DURATION.exec(value.trim())
  if (!match || match.slice(2).every(part => part === undefined)) return undefined
  const [weeks, days, hours, minutes, seconds] = match.slice(2).map(part => Number(part ?? 0)) as number[]
  const sign = match[1] === '-' ? -1 : 1
  return {
    days: sign * (weeks! * 7 + days!),
    ms: sign * ((hours! * 60 + minutes!) * 60 + seconds!) * 1000,
  }
}
