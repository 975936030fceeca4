import type { Needs } from '../../context.ts'
import type { termsOfAll } from '../../lib/russian.ts'
import { termOf, type Word } from '../../lib/words.ts'
import { computation } from '../../ports/compute.ts'

/** By word: the terms of its forms that the dictionary knows. */
export type KnownForms = ReadonlyMap<string, string[]>

const RUSSIAN = /^[а-я]{2,30}$/

const termsOfAllForms = {
  ...computation<typeof termsOfAll>(import.meta.url, '../../lib/russian.ts', 'termsOfAll', 10_000),
  kept: true,
}

/** Without the dictionary the forms are guessed. */
export async function knownForms(context: Needs<'compute'>, ownerId: string, words: Word[]): Promise<KnownForms> {
  const russian = [...new Set(words.map(({ word }) => word).filter(word => RUSSIAN.test(word)))]
  if (russian.length === 0) return new Map()
  const terms = await context.compute.run(termsOfAllForms, russian, ownerId).catch(() => [])
  return new Map(terms.map((forms, at) => [russian[at]!, forms]))
}

/**
 * Terms of other forms of a Russian word that the stemmer does not bring together: vowels that come and go (скидка, скидок),
 * participles (купить, купленный), nouns that look like verbs (кредит, печать). Most of what is made here is no word at all;
 * only what an owner's files have is ever looked for.
 */
export function otherTerms({ word, term }: Word, forms: KnownForms = new Map()): string[] {
  if (!RUSSIAN.test(word)) return []
  const known = forms.get(word) ?? []
  const made = [
    ...IRREGULAR.filter(forms => forms.includes(term)).flat(),
    ...participles(term),
    ...(known.length > 0 ? known : guessed(word, term)),
  ]
  return [...new Set(made)].filter(other => other !== term && other.length >= 2)
}

/** What the forms of a word that is in no dictionary may be. */
function guessed(word: string, term: string): string[] {
  const bare = word.replace(/[аеийоуыьэюя]$/, '')
  return [
    ...vowels(term).flatMap(form => [form, termOf(form)]),
    termOf(term),
    termOf(`${term}ь`),
    termOf(`${word}ами`),
    termOf(`${bare}ями`),
    ...vowels(termOf(`${bare}ами`)),
  ]
}

const IRREGULAR = [
  ['мат', 'матер'],
  ['доч', 'дочер'],
  ['друг', 'друз'],
  ['ден', 'дне', 'дн', 'дня', 'дни'],
  ['им', 'имен'],
  ['врем', 'времен'],
  ['знам', 'знамен'],
  ['плем', 'племен'],
  ['ребенок', 'ребенк', 'дет', 'дети', 'детьм'],
  ['человек', 'люд', 'люде', 'людьм'],
  ['идт', 'идущ', 'шел', 'шл', 'шедш', 'ид', 'шли', 'шла', 'шло', 'идет', 'идут', 'идем', 'идеш'],
  ['чуд', 'чудес'],
  ['неб', 'небес'],
  ['сын', 'сынов'],
  ['брат', 'брать'],
  ['сестр', 'сестер'],
  ['гост', 'гостей'],
]

/** A vowel between the last two consonants, or none. */
function vowels(term: string): string[] {
  const found: string[] = []
  const [, before, last] = /^(.*[^аеиоуыэюя])([кнрлцбвмг])$/.exec(term) ?? []
  if (before && last) found.push(`${before.replace(/ь$/, '')}о${last}`, `${before.replace(/ь$/, '')}е${last}`)
  const [, start, end] = /^(.*[^аеиоуыэюя])[ое]([кнрлцбвмг])$/.exec(term) ?? []
  if (start && end) found.push(`${start}${end}`, `${start}ь${end}`)
  return found
}

/** Consonants that change before the suffix, and into what. */
const CHANGES: [string, string][] = [
  ['жд', 'д'],
  ['вл', 'в'],
  ['пл', 'п'],
  ['бл', 'б'],
  ['мл', 'м'],
  ['фл', 'ф'],
  ['щ', 'ст'],
  ['щ', 'т'],
  ['ш', 'с'],
  ['ж', 'з'],
  ['ж', 'д'],
  ['ч', 'т'],
]

function participles(term: string): string[] {
  const base = /^(.{3,})енн?$/.exec(term)?.[1]
  const undone = base
    ? [base, ...CHANGES.filter(([to]) => base.endsWith(to)).map(([to, from]) => base.slice(0, -to.length) + from)]
    : []
  const changed = CHANGES.filter(([, from]) => term.endsWith(from)).map(
    ([to, from]) => term.slice(0, -from.length) + to,
  )
  return [...undone, ...(term.length >= 3 ? [term, ...changed].flatMap(root => [`${root}ен`, `${root}енн`]) : [])]
}
