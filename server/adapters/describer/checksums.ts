/** The check digits of the numbers that documents carry. Each takes digits (and letters) only, without separators. */

const digitsOf = (text: string) => [...text].map(Number)

const weighted = (digits: number[], weights: number[]) =>
  weights.reduce((sum, weight, at) => sum + weight * digits[at]!, 0)

/** A taxpayer's number: ten digits for organisations, twelve for people. */
export function isInn(text: string): boolean {
  if (!/^(\d{10}|\d{12})$/.test(text)) return false
  const digits = digitsOf(text)
  const check = (weights: number[]) => (weighted(digits, weights) % 11) % 10
  if (digits.length === 10) return check([2, 4, 10, 3, 5, 9, 4, 6, 8]) === digits[9]
  return (
    check([7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === digits[10] && check([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === digits[11]
  )
}

/** It has no check digit, only a form: office, reason, number. */
export const isKpp = (text: string) => /^\d{4}[\dA-Z]{2}\d{3}$/.test(text) && !text.startsWith('00')

/** Registration numbers: thirteen digits for organisations, fifteen for sole traders. */
export function isOgrn(text: string): boolean {
  if (!/^(\d{13}|\d{15})$/.test(text)) return false
  const divisor = text.length === 13 ? 11n : 13n
  return Number((BigInt(text.slice(0, -1)) % divisor) % 10n) === Number(text.at(-1))
}

export const isBik = (text: string) => /^(04|00|01|02|03)\d{7}$/.test(text)

/** A Russian bank account belongs to its bank: the check runs over the bank's code and the account together. */
export function isAccount(account: string, bik: string): boolean {
  if (!/^\d{20}$/.test(account) || !/^\d{9}$/.test(bik)) return false
  // A correspondent account is kept at the central bank, where the branch's own digits count.
  const prefix = account.startsWith('30101') ? `0${bik.slice(4, 6)}` : bik.slice(6, 9)
  const digits = digitsOf(prefix + account)
  return digits.reduce((sum, digit, at) => sum + digit * [7, 1, 3][at % 3]!, 0) % 10 === 0
}

const IBAN_LENGTHS: Record<string, number> = {
  AT: 20, BE: 16, BG: 22, BY: 28, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20, ES: 24, FI: 18, FR: 27, GB: 22, GE: 22,
  GR: 27, HR: 21, HU: 28, IE: 22, IL: 23, IT: 27, KZ: 20, LI: 21, LT: 20, LU: 20, LV: 21, MC: 27, MD: 24, ME: 22, MT: 31,
  NL: 18, NO: 15, PL: 28, PT: 25, RO: 24, RS: 22, SA: 24, SE: 24, SI: 19, SK: 24, SM: 27, TR: 26, UA: 29, AE: 23, AZ: 28,
} // biome-ignore format: a table

export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false
  const length = IBAN_LENGTHS[text.slice(0, 2)]
  if (length !== undefined && text.length !== length) return false
  const moved = text.slice(4) + text.slice(0, 4)
  let rest = 0
  for (const sign of moved) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** The insurance number of a person. */
export function isSnils(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return false
  // Numbers below this one were given out before there was a check.
  if (Number(text.slice(0, 9)) <= 1_001_998) return true
  const sum = weighted(digitsOf(text), [9, 8, 7, 6, 5, 4, 3, 2, 1])
  return (sum % 101) % 100 === Number(text.slice(9))
}

/** Payment cards. */
export function isCard(text: string): boolean {
  if (!/^\d{13,19}$/.test(text)) return false
  const sum = digitsOf(text)
    .reverse()
    .reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0)
  return sum % 10 === 0
}
