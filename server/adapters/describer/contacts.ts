import { type Mention, mention, Taken } from './mention.ts'

const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}](?:[\p{L}\p{N}._%+-]{0,62}[\p{L}\p{N}])?@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,24}(?![\p{L}\p{N}])/gu

/** The sign is looked for first: most texts have none, and the form is slow. */
export const emailsIn = (text: string): Mention[] =>
  (text.includes('@') ? [...text.matchAll(EMAIL)] : []).map(match =>
    mention(text, match.index, match.index + match[0].length, {
      value: match[0].toLowerCase(),
      valid: !match[0].includes('..'),
    }),
  )

/** Russian numbers with their trunk code, international ones with a plus, and what a label calls a telephone. */
const PHONES = [
  /(?<![\p{N}\p{L}+-])(?:\+7|8|7)[\s\u00a0-]?\(?\d{3}\)?[\s\u00a0-]?\d{3}[\s\u00a0-]?\d{2}[\s\u00a0-]?\d{2}(?![\p{N}-])/gu,
  /(?<![\p{N}\p{L}])\+\d{1,3}(?:[\s\u00a0.-]?\(?\d{1,4}\)?){2,5}(?![\p{N}-])/gu,
  /(?<=(?:тел|телефон|факс|моб|tel|phone|fax|mobile|cell)\.?[\s:]{1,3})\(?\d{3,5}\)?[\s-]?\d{1,3}[\s-]?\d{2}[\s-]?\d{2,4}(?![\p{N}])/giu,
  /(?<![\p{N}\p{L}+-])\(?\d{3}\)?[ .-]\d{3}[.-]\d{4}(?![\p{N}-])/gu,
]

export function phonesIn(text: string, other: Mention[]): Mention[] {
  const taken = new Taken(text, other)
  const found: Mention[] = []
  for (const form of PHONES)
    for (const match of text.matchAll(form)) {
      const end = match.index + match[0].length
      const digits = match[0].replace(/\D/g, '')
      if (digits.length < 6 || digits.length > 15 || !taken.take(match.index, end)) continue
      found.push(mention(text, match.index, end, understood(match[0], digits)))
    }
  return found.sort((a, b) => a.start - b.start)
}

function understood(written: string, digits: string): { value: string; valid: boolean } {
  const russian = digits.length === 11 && (digits.startsWith('8') || digits.startsWith('7'))
  if (russian && (!written.startsWith('+') || digits.startsWith('7')))
    return { value: `+7${digits.slice(1)}`, valid: /[3-9]/.test(digits[1]!) }
  if (written.startsWith('+')) return { value: `+${digits}`, valid: digits.length >= 8 }
  return { value: digits, valid: digits.length >= 10 }
}
