import { withoutSchemes } from '../../lib/schemes.ts'

/** Documents, names of files and pages of the web are data: what they hold must neither steer a model nor fetch anything. */

/** Characters that nobody sees, and that turn the direction of a line: they hide instructions from people. */
const UNSEEN = /[\p{Cc}\p{Cf}\u{E0000}-\u{E007F}]/gu

/** For a model to read: no unseen characters, no way to look like a part of ours. */
export const asData = (text: string) =>
  text
    .replaceAll(UNSEEN, sign => (sign === '\n' || sign === '\t' ? sign : ''))
    .replaceAll(/<(\/?)(passage|page|question)\b/giu, '‹$1$2')

/** For a person to read: no picture, no link, no address that a browser would follow. */
export function asText(answer: string): string {
  return withoutSchemes(
    answer
      .replaceAll(UNSEEN, sign => (sign === '\n' || sign === '\t' ? sign : ''))
      .replaceAll(/!\[([^\]]{0,400})\]\s{0,9}(?:\([^)]{0,2000}\)|\[[^\]]{0,400}\])/gu, '$1')
      .replaceAll(/\[([^\]]{0,400})\]\([^)]{0,2000}\)/gu, '$1')
      // Where a reference leads is told apart from it.
      .replaceAll(/^[ \t]*\[[^\]\n]+\]:\s{0,9}\S.*$/gmu, '')
      .replaceAll(/<\/?[a-z][^<>]*>/giu, '')
      .replaceAll(/(?:\b[a-z][a-z0-9+.-]{0,30}:)?(?<!\/)\/{2,}(?=\S)/giu, '')
      .trim(),
  )
}
