import type { Needs } from '../../context.ts'
import type { stemsOfAll } from '../../lib/russian.ts'
import { stemOf, type Word } from '../../lib/words.ts'
import { computation } from '../../ports/compute.ts'

/** By word: the stems of its forms that the dictionary knows. */
export type KnownForms = ReadonlyMap<string, string[]>

const RUSSIAN = /^[а-я]{2,30}$/

const stemsOfAllForms = {
  ...computation<typeof stemsOfAll>(import.meta.url, '../../lib/russian.ts', 'stemsOfAll', 10_000),
  kept: true,
}

/** Without the dictionary the forms are guessed. */
export async function knownForms(context: Needs<'compute'>, ownerId: string, words: Word[]): Promise<KnownForms> {
  const russian = [...new Set(words.map(({ word }) => word).filter(word => RUSSIAN.test(word)))]
  if (russian.length === 0) return new Map()
  const stems = await context.compute.run(stemsOfAllForms, russian, ownerId).catch(() => [])
  return new Map(stems.map((forms, at) => [russian[at]!, forms]))
}

/**
 * Stems of other forms of a Russian word that the stemmer does not bring together: vowels that come and go (скидка, скидок),
 * participles (купить, купленный), nouns that look like verbs (кредит, печать). Most of what is made here is no word at all;
 * only what an owner's files have is ever looked for.
 */
export function otherStems({ word, stem }: Word, forms: KnownForms = new Map()): string[] {
  if (!RUSSIAN.test(word)) return []
  const known = forms.get(word) ?? []
  const made = [
    ...IRREGULAR.filter(forms => forms.includes(stem)).flat(),
    ...participles(stem),
    ...(known.length > 0 ? known : guessed(word, stem)),
  ]
  return [...new Set(made)].filter(other => other !== stem && other.length >= 2)
}

/** What the forms of a word that is in no dictionary may be. */
function guessed(word: string, stem: string): string[] {
  const bare = word.replace(/[аеийоуыьэюя]$/, '')
  return [
    ...vowels(stem).flatMap(form => [form, stemOf(form)]),
    stemOf(stem),
    stemOf(`${stem}ь`),
    stemOf(`${word}ами`),
    stemOf(`${bare}ями`),
    ...vowels(stemOf(`${bare}ами`)),
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
function vowels(stem: string): string[] {
  const found: string[] = []
  const [, before, last] = /^(.*[^аеиоуыэюя])([кнрлцбвмг])$/.exec(stem) ?? []
  if (before && last) found.push(`${before.replace(/ь$/, '')}о${last}`, `${before.replace(/ь$/, '')}е${last}`)
  const [, start, end] = /^(.*[^аеиоуыэюя])[ое]([кнрлцбвмг])$/.exec(stem) ?? []
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

function participles(stem: string): string[] {
  const base = /^(.{3,})енн?$/.exec(stem)?.[1]
  const undone = base
    ? [base, ...CHANGES.filter(([to]) => base.endsWith(to)).map(([to, from]) => base.slice(0, -to.length) + from)]
    : []
  const changed = CHANGES.filter(([, from]) => stem.endsWith(from)).map(
    ([to, from]) => stem.slice(0, -from.length) + to,
  )
  return [...undone, ...(stem.length >= 3 ? [stem, ...changed].flatMap(root => [`${root}ен`, `${root}енн`]) : [])]
}
