import { readFileSync } from 'node:fs'
import { headLines } from './headings.ts'
import { stemOf } from './stems.ts'
import { LITTLE } from './stop-words.ts'
import { wordsOf } from './tokens.ts'

/** A linear classifier of kinds of documents: which words it has, how it begins, how it looks. */

interface Weights {
  classes: string[]
  /** For each feature its weight for each class, in hundredths. */
  features: Record<string, number[]>
}

const SAMPLE = 3000

/** What the page looks like, whatever it says. */
const LOOKS: [string, RegExp, number][] = [
  ['blanks', /_{3,}/g, 2],
  ['boxes', /[☐□✓☑]|\[ ?[xх]?\]/gi, 1],
  ['bullets', /^\s*[-–•*]\s/gm, 3],
  ['steps', /^\s*\d{1,2}[.)]\s|шаг \d|step \d/gim, 3],
  ['slides', /слайд \d|slide \d/gi, 2],
  ['greeting', /^(уважаем|дорог|здравствуй|добрый|привет|dear |hi |hello )/gim, 1],
  ['closing', /с уважением|целую|искренне|yours (sincerely|faithfully)|regards|many thanks|lots of love/gi, 1],
  ['sums', /\d[\d\s.,]*\s?(₽|руб|р\.|%|usd|eur|€|\$|£)|[$€£]\s?\d/gi, 3],
  ['prices', /\d+[.,]\d{2}(?!\d)/g, 3],
  ['dates', /\d{1,2}[./]\d{1,2}[./]\d{2,4}/g, 2],
  ['codes', /\d{9,20}/g, 1],
  ['questions', /\?/g, 2],
  ['talk', /^\s*[—–-]\s*\p{Lu}|["“][^"”]+[,?!]["”]/gmu, 1],
  [
    'imperatives',
    /(нажмите|выберите|установите|подключите|откройте|закройте|не (касайтесь|оставляйте|используйте)|press|click|install|turn|hold|push|never|do not)(?!\p{L})/giu,
    2,
  ],
  ['past', /\p{L}{3,}(ли|лся|лась|лись)(?!\p{L})|(?<!\p{L})(was|were|had|said)(?!\p{L})/giu, 3],
]

const isTelling = (word: string) => word.length > 1 && !/\d/.test(word) && !LITTLE.has(word.toLowerCase())

const stemsOf = (text: string, limit = Number.POSITIVE_INFINITY) =>
  wordsOf(text)
    .slice(0, limit)
    .filter(({ text: word }) => isTelling(word))
    .map(({ text: word }) => stemOf(word))

function looksOf(sample: string): string[] {
  const looks = LOOKS.flatMap(([name, form, often]) => {
    const times = sample.match(form)?.length ?? 0
    if (times === 0) return []
    return times >= often && often > 1 ? [`#${name}`, `#${name}+`] : [`#${name}`]
  })
  const lines = sample.split('\n').filter(line => line.trim() !== '')
  if (lines.length > 3 && sample.length / lines.length < 35) looks.push('#narrow')
  looks.push(sample.length < 250 ? '#short' : sample.length > 1500 ? '#long' : '#middle')
  return looks
}

/** The features of a text, each once. */
export function featuresOf(text: string): string[] {
  const sample = text.slice(0, SAMPLE)
  const heads = headLines(sample)
    .slice(0, 2)
    .flatMap(({ line }) => stemsOf(line, 6).map(stem => `^${stem}`))
  return [...new Set([...stemsOf(sample), ...heads, ...looksOf(sample)])]
}

let weights: Weights | undefined

const load = () => JSON.parse(readFileSync(new URL('./doc-types.json', import.meta.url), 'utf8')) as Weights

/** How likely each kind is, the likeliest first. */
export function likelyTypes(text: string): { type: string; probability: number }[] {
  weights ??= load()
  return scored(weights, featuresOf(text))
}

export function scored({ classes, features }: Weights, found: string[]): { type: string; probability: number }[] {
  const sums = classes.map(() => 0)
  for (const feature of ['#bias', ...found]) {
    const row = features[feature]
    if (row) for (let at = 0; at < sums.length; at++) sums[at]! += row[at]! / 100
  }
  const top = Math.max(...sums)
  const powers = sums.map(sum => Math.exp(sum - top))
  const total = powers.reduce((a, b) => a + b, 0)
  return classes
    .map((type, at) => ({ type, probability: powers[at]! / total }))
    .sort((a, b) => b.probability - a.probability)
}
