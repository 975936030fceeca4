import { EN_MONTHS, RU_MONTHS } from '../../../lib/when/names.ts'

/** The head of a letter in the language of the letter, with its day as it was written. */

const RUSSIAN: Record<string, string> = {
  From: 'От',
  To: 'Кому',
  Cc: 'Копия',
  Date: 'Дата',
  Subject: 'Тема',
  Attachments: 'Вложения',
}

export interface LetterWords {
  label(name: string): string
  day(written: string): string
}

const SAMPLE = 4000
const TAGS = /<[^<>]{0,2000}>/g

/** By the letters of what is said in it: its subject and its words, be they plain or in HTML. */
export function wordsOfLetter(...said: (string | undefined)[]): LetterWords {
  const sample = said
    .map(text =>
      (text ?? '')
        .slice(0, SAMPLE * 4)
        .replace(TAGS, ' ')
        .slice(0, SAMPLE),
    )
    .join(' ')
  const cyrillic = sample.match(/[а-яё]/gi)?.length ?? 0
  const isRussian = cyrillic > (sample.match(/[a-z]/gi)?.length ?? 0)
  return {
    label: name => (isRussian ? (RUSSIAN[name] ?? name) : name),
    day: written => dayOf(written, isRussian),
  }
}

const WRITTEN = /(?<!\d)(\d{1,2}) ([A-Z][a-z]{2})[a-z]{0,6} (\d{4}),? (\d{1,2}):(\d\d)(?::\d\d)?(?: ([A-Z]{1,5}))?/

/** "Mon, 5 Oct 2026 10:15:00 +0300" is a quarter past ten for whoever wrote it. What is not understood stays as it is. */
function dayOf(written: string, isRussian: boolean): string {
  const [, day, name, year, hour, minute, zone] = WRITTEN.exec(written.replace(/\s+/g, ' ')) ?? []
  const month = EN_MONTHS.findIndex(full => name !== undefined && full.toLowerCase().startsWith(name.toLowerCase()))
  if (month < 0) return written
  const named = isRussian ? RU_MONTHS.genitive[month]! : EN_MONTHS[month]!
  const universal = zone === 'GMT' || zone === 'UTC' ? ' UTC' : ''
  return `${Number(day)} ${named} ${year}, ${hour!.padStart(2, '0')}:${minute}${universal}`
}
