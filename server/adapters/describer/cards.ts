/** Calendars and cards of addresses, as programs write them. */

const BEGINS = /^\ufeff?BEGIN:V(?:CALENDAR|CARD)\s/i
const SAID = /^(?:SUMMARY|DESCRIPTION|LOCATION|COMMENT|FN|ORG|TITLE|NOTE)(?:;[^:\n]{0,200})?:/i

export const isCard = (text: string) => BEGINS.test(text.slice(0, 40))

const blank = (text: string) => ' '.repeat(text.length)

/** Only what people have written into it; the rest is blanked, so that every place stays where it is. */
export function writtenOn(text: string): string {
  let isSaid = false
  return text
    .split('\n')
    .map(line => {
      // A line that begins with a space goes on with the one before.
      if (/^[ \t]/.test(line)) return isSaid ? line : blank(line)
      const label = SAID.exec(line)?.[0]
      isSaid = label !== undefined
      return label ? blank(label) + line.slice(label.length) : blank(line)
    })
    .join('\n')
}

const TITLE = /^(?:SUMMARY|FN)(?:;[^:\n]{0,200})?:(.{0,400})((?:\r?\n[ \t].{0,400}){0,5})/im

/** The name of its first event or person. */
export function cardTitle(text: string): string {
  const [, first = '', rest = ''] = TITLE.exec(text) ?? []
  return (first + rest.replace(/\r?\n[ \t]/g, ''))
    .replace(/\\n/gi, ' ')
    .replace(/\\(?=[,;\\])/g, '')
    .trim()
    .slice(0, 200)
}
