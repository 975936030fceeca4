import { formsOf } from './morphology.ts'
import { NOT_LETTERS } from './organisation-words.ts'
import type { SequenceToken } from './sequence.ts'

/** Capital letters that stand for a name: МГУ, ООН, НТВ. Where everything is shouted they stand for nothing. */
export function isLetters(text: string, token: SequenceToken): boolean {
  if (!token.capital || token.text.length < 2 || token.text.length > 9 || NOT_LETTERS.has(token.lower)) return false
  // With an ending, too: "МИДа", "МИДом".
  if (!/^(?:[А-ЯЁ]{2,7}|[A-Z]{3,7})(?:-\d+)?$|^[А-ЯЁ]{3,6}(?:а|у|ом|е)$/u.test(token.text)) return false
  const around = text.slice(Math.max(0, token.start - 40), token.end + 40).match(/\p{L}/gu) ?? []
  const shouted = around.filter(letter => /\p{Lu}/u.test(letter)).length > around.length * 0.6
  if (shouted || isPlainWord(token) || isShoutedLine(text, token) || isMeasured(text, token)) return false
  return !/^[IVXLC]+$/.test(token.text)
}

const lineAt = (text: string, { start, end }: SequenceToken) => {
  const stop = text.indexOf('\n', end)
  return {
    before: text.slice(text.lastIndexOf('\n', start - 1) + 1, start),
    after: text.slice(end, stop < 0 ? end + 200 : stop),
  }
}

/** "КАССОВЫЙ ЧЕК № 118": a heading in capitals, whatever the lines around it are like. */
function isShoutedLine(text: string, token: SequenceToken): boolean {
  const { before, after } = lineAt(text, token)
  const rest = `${before} ${after}`
  return /\p{Lu}{3}/u.test(rest) && !/\p{Ll}/u.test(rest)
}

/** "СОЭ	8	мм/ч": what opens a line and has a number behind it is a quantity. */
function isMeasured(text: string, token: SequenceToken): boolean {
  const { before, after } = lineAt(text, token)
  return /^[\s|*•-]{0,9}$/.test(before) && /^[\s:=|–—-]{1,9}[<>]?\d/u.test(after)
}

/** "ПРЕДМЕТ ДОГОВОРА": a word of the dictionary in capitals is a heading, and no letters of a name. */
function isPlainWord(token: SequenceToken): boolean {
  if (!token.russian) return false
  const forms = formsOf(token.lower)
  if (token.text.length > 3) return forms.some(form => form.known && !form.organisation)
  // Short ones are met by chance: "МОК" is a form of a verb, and "МТС" is in the dictionary as letters.
  return (
    /[аеёиоуыэюя]/.test(token.lower) &&
    forms.some(form => form.known && SHORT_WORDS.has(form.pos)) &&
    !forms.some(form => form.organisation)
  )
}

const SHORT_WORDS = new Set(['NOUN', 'PREP', 'CONJ', 'NPRO'])
