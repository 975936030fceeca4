import type { AzParse } from 'az'
import { understood } from '../../lib/russian.ts'

/** One way to understand a Russian word. */
export interface Form {
  lemma: string
  pos: string
  /** Surname, given name, patronymic, place, organisation: what the dictionary marks. */
  surname: boolean
  given: boolean
  patronymic: boolean
  place: boolean
  organisation: boolean
  animate: boolean
  gender: string
  number: string
  case: string
  /** From the dictionary, not guessed by the ending. */
  known: boolean
  score: number
  /** The same word in other grammemes; undefined when it has no such form. */
  inflect(...grammemes: string[]): string | undefined
}

/** Looking a word up costs a tenth of a millisecond; texts repeat themselves and each other. */
const CACHED = 40_000
const cache = new Map<string, Form[]>()

export function formsOf(word: string): Form[] {
  const key = word.toLowerCase()
  const known = cache.get(key)
  if (known) return known
  if (cache.size >= CACHED) cache.clear()
  const forms = understood(key).map(parse => toForm(parse, key))
  cache.set(key, forms)
  return forms
}

function toForm(parse: AzParse, word: string): Form {
  const { tag } = parse
  let lemma: string | undefined
  const inflected = new Map<string, string | undefined>()
  return {
    // Costs more than the rest together, and most are never asked for.
    get lemma() {
      lemma ??= lemmaOf(parse) ?? word
      return lemma
    },
    pos: tag.POST,
    surname: Boolean(tag.Surn),
    given: Boolean(tag.Name),
    patronymic: Boolean(tag.Patr),
    place: Boolean(tag.Geox),
    organisation: Boolean(tag.Orgn || tag.Trad),
    animate: tag.anim === true,
    // Of common gender the package says only that it is so.
    gender: typeof tag.GNdr === 'string' ? tag.GNdr : '',
    number: tag.NMbr ?? '',
    case: tag.CAse ?? '',
    known: parse.parser === 'Dictionary',
    score: parse.score,
    inflect: (...grammemes) => {
      const asked = grammemes.join()
      if (!inflected.has(asked)) inflected.set(asked, wordOf(parse.inflect(grammemes)))
      return inflected.get(asked)
    },
  }
}

const wordOf = (inflected: AzParse | false) => (inflected ? inflected.word : undefined)

/** A patronymic's first form in the dictionary is the father's name; the word itself is what is wanted. */
function lemmaOf(parse: AzParse): string | undefined {
  const { tag } = parse
  if (tag.Patr || tag.Surn) {
    const nominative = parse.inflect([
      'nomn',
      'sing',
      tag.Patr ? 'Patr' : 'Surn',
      ...(typeof tag.GNdr === 'string' ? [tag.GNdr] : []),
    ])
    if (nominative) return nominative.word
  }
  // Words that are no words of the dictionary (numbers, hyphenated ones) have no forms.
  return parse.normalize().word as string | undefined
}

/** The likeliest way to understand the word, of those that are wanted. */
export function bestForm(word: string, wanted: (form: Form) => boolean = () => true): Form | undefined {
  let best: Form | undefined
  for (const form of formsOf(word)) if (wanted(form) && (!best || isLikelier(form, best))) best = form
  return best
}

const isNamed = (form: Form) => form.case === 'nomn' && form.number === 'sing'

/** Of names the dictionary knows no likelihood: "Самара" is the town rather than a part of Самар. */
const isLikelier = (form: Form, best: Form) =>
  form.score > best.score || (form.score === best.score && isNamed(form) && !isNamed(best))
