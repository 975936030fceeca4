import { Parser } from 'htmlparser2'

/** What a page of HTML calls for and does not hold: nothing is fetched for it. Runs beside the main thread. */

export interface Outside {
  pictures: number
  /** Films, sounds and pages within the page, which no document shows. */
  embedded: number
}

const EMBEDDED = new Set(['video', 'audio', 'iframe', 'object', 'embed', 'canvas'])

export function outsideOf(html: string): Outside {
  const found = { pictures: 0, embedded: 0 }
  const parser = new Parser(
    {
      onopentag(name, { src = '', type = '' }) {
        const isPicture = name === 'img' || (name === 'input' && type === 'image')
        if (isPicture && !/^\s{0,20}data:image\//i.test(src)) found.pictures++
        if (EMBEDDED.has(name)) found.embedded++
      },
    },
    { lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.write(html)
  parser.end()
  return found
}
