/** Without the signs at its end; a pattern such as /[.,]+$/ would look again at each place of a long run that does not end there. */
export function withoutEnd(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** Of both ends; the pattern is of one sign. */
export function withoutEnds(text: string, sign: RegExp, endSign = sign): string {
  let start = 0
  while (start < text.length && sign.test(text[start]!)) start++
  return withoutEnd(text.slice(start), endSign)
}
