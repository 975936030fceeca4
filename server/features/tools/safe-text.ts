import { hasAddress, withoutSchemes } from '../../lib/schemes.ts'
import { withoutEnd, withoutEnds } from '../../lib/trim.ts'

/** What may be shown of words that a model or a file wrote. */

/** Written in place of a link that was removed. */
const REMOVED = '[—]'

const ENTITIES: Record<string, string> = {
  colon: ':',
  sol: '/',
  bsol: '\\',
  period: '.',
  quot: '"',
  lt: '<',
  gt: '>',
  amp: '&',
  lpar: '(',
  rpar: ')',
  tab: ' ',
  newline: ' ',
}

/** As a browser would read it: entities, escapes and wide letters undone, what is not seen taken out. */
const undressed = (token: string): string => {
  let text = token.normalize('NFKC')
  for (let round = 0; round < 3; round++) {
    text = text
      .replace(/&#x([0-9a-f]{1,6});?/giu, (_, hex) => codePoint(Number.parseInt(hex, 16)))
      .replace(/&#(\d{1,7});?/gu, (_, number) => codePoint(Number(number)))
      .replace(/&(\w+);?/gu, (all, name: string) => ENTITIES[name.toLowerCase()] ?? all)
      .replace(/%([0-9a-f]{2})/giu, (_, hex) => codePoint(Number.parseInt(hex, 16)))
  }
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '')
}

const codePoint = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')

/** Two slashes at the beginning of an address, or www. */
const REMOTE = /(?:^|[^:\p{L}\p{N}/])\/\/+[^\s/]|(?<![\p{L}\p{N}])www\./iu

/** A backslash is a slash to a browser, and nothing before a sign to Markdown. */
const leadsOut = (plain: string) =>
  [plain.replaceAll('\\', '/'), plain.replaceAll('\\', '')].some(read => hasAddress(read) || REMOTE.test(read))

/** A link of ours, as it is kept; nobody else can make one that opens. */
const SEALED = /^\W{0,4}⟦sealed:[\w-]+⟧\W{0,4}$/u

/** Every word that leads out is taken away; those that the person wrote themselves, or that are ours, may stay. */
export function withoutRemote(text: string, allowed: string[]): string {
  return text.replace(/\S+/gu, token => {
    if (SEALED.test(token)) return token
    const plain = undressed(token)
    // A scheme that nobody knows is a word again once a blank stands behind it.
    if (!leadsOut(plain)) return withoutSchemes(token)
    if (allowed.some(url => isOnly(plain, url))) return token
    return REMOVED
  })
}

/** Nothing but this address, in brackets or with a full stop behind it. */
function isOnly(token: string, url: string): boolean {
  const bare = withoutEnds(token, /[(<["'«]/, /[)>\]"'».,;:!?]/)
  return url !== '' && (bare === url || bare === withoutEnd(url, /[).,;:!?]/))
}

/** The addresses in what a person wrote. */
export const urlsIn = (text: string): string[] =>
  [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/giu)].map(([url]) => withoutEnd(url, /[.,;:!?]/))

/** As far as it can be shown before the rest has come: up to the last blank. */
export function whole(text: string): number {
  const blank = /\s\S*$/u.exec(text)
  return blank ? blank.index + 1 : 0
}

/** The same in everything that a tool was given or gave back. */
export function scrubbed(value: unknown, allowed: string[]): unknown {
  if (typeof value === 'string') return withoutRemote(value, allowed)
  if (Array.isArray(value)) return value.map(item => scrubbed(item, allowed))
  if (value instanceof Date) return value
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [withoutRemote(key, []), scrubbed(item, allowed)]),
    )
  return value
}

const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad\u{e0000}-\u{e007f}]/gu

/** Of files and tools, for a model: nothing that a person would not see, and not without end. */
export function forModel(value: unknown, most: number): string {
  const text = JSON.stringify(value)
    .replace(UNSEEN, '')
    .replace(/\p{Cc}/gu, ' ')
  return text.length > most ? `${text.slice(0, most)}…` : text
}
