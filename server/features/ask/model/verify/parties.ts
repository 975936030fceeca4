import type { Word } from '../../../../lib/words.ts'
import { partyOf } from './lexicon.ts'
import { isSameName } from './names.ts'
import { isSameWord, type Reading } from './reading.ts'
import { isVerb, isWe, sidesOf } from './roles.ts'

/** Who does what to whom, in a claim and in a passage. */

/** What a passage says beside the sentences: the file's name and title, the rest of its text. */
export interface Around {
  reading: Reading
  /** Parties that are called by name: "Bright Lane Ltd (the Contractor)". */
  aliases: { name: string; party: number }[]
}

export interface Against {
  why: string
  /** Something else is said there; else it only is not said. */
  otherwise: boolean
}

export const TURNED = 'the two are the other way round'

/** "A pays B" against "B pays A". */
export function rolesAgainst(claim: Reading, span: Reading, around: Around): Against | undefined {
  const { people, things } = participantsOf(claim, span)
  if (people.length + things.length < 2 || isCopula(claim, people)) return undefined
  const all = [...people, ...things]
  const claimed = sidesOf(claim.text, claim.words, new Set(all), new Set(things))
  const placesIn = (words: Word[]) =>
    new Map(
      all.flatMap((one): [number, number[]][] => {
        const own = claim.words[one]!
        const there = words.flatMap((word, at) =>
          (things.includes(one) ? isSameWord(own, word) : isSameParticipant(own, word, around)) ? [at] : [],
        )
        return there.length > 0 ? [[one, there]] : []
      }),
    )
  // Where commas part them, the whole sentence is looked at.
  const parts = span.clauses.filter(
    ({ words }) => new Set([...placesIn(words).keys()].flatMap(one => claimed.get(one) ?? [])).size === 2,
  )
  for (const { words } of parts.length > 0 ? parts : [span]) {
    const places = placesIn(words)
    const thingsThere = new Set(things.flatMap(one => places.get(one) ?? []))
    const said = sidesOf(span.text, words, new Set([...places.values()].flat()), thingsThere)
    const turned = all.filter(one => {
      const sides = new Set(places.get(one)?.flatMap(at => said.get(at) ?? []))
      const own = claimed.get(one)
      return own !== undefined && sides.size === 1 && !sides.has(own)
    })
    const both = new Set(turned.map(one => claimed.get(one))).size === 2
    // Of two people one is not mentioned, and the other is on the wrong side.
    const sides = new Set(people.map(person => claimed.get(person)))
    const alone =
      turned.some(one => people.includes(one)) &&
      sides.has('source') &&
      sides.has('target') &&
      people.every(person => turned.includes(person) || !places.has(person))
    if (both || alone) return { why: TURNED, otherwise: true }
  }
  return undefined
}

/** "Nell Osborne is the accountant": both are one. */
function isCopula({ text, words }: Reading, people: number[]): boolean {
  if (people.length < 2) return false
  const between = words.slice(people[0]! + 1, people.at(-1)).filter((_, at) => !people.includes(people[0]! + 1 + at))
  const plain = between.every(({ word }) =>
    /^(is|are|was|were|the|a|an|our|his|her|their|of|for|и|это|является)$/u.test(word),
  )
  return (
    plain && (between.some(({ word }) => /^(is|are|was|were|является|это)$/u.test(word)) || /\s[—–-]\s/u.test(text))
  )
}

/**
 * People, firms and parties; and where the claim has a verb of the passage, other things that both name: "the parish lends the
 * choir its hall".
 */
function participantsOf(claim: Reading, span: Reading): { people: number[]; things: number[] } {
  const starts = new Set(claim.names.map(({ start }) => start))
  const isPerson = (word: Word) => starts.has(word.start) || partyOf(word) !== undefined || isWe(word.word)
  const people = claim.words.flatMap((word, at) => (isPerson(word) ? [at] : []))
  if (claim.cyrillic !== span.cyrillic) return { people, things: [] }
  const shared = claim.words.flatMap((word, at) =>
    !isPerson(word) && claim.about.includes(word) && span.about.some(other => isSameWord(word, other)) ? [at] : [],
  )
  if (claim.cyrillic) {
    const verbs = shared.filter(at => isVerb(claim.words[at]!.word))
    return { people, things: verbs.length > 0 ? shared.filter(at => !verbs.includes(at)) : [] }
  }
  // In English the word behind the first of them is the verb, where it also stands behind one of them there.
  const first = shared[0] ?? -1
  const verb = shared.find(at => at > first && at - first <= 2)
  const isBehind =
    verb !== undefined &&
    span.words.some(
      (word, at) => at > 0 && isSameWord(claim.words[verb]!, word) && /^(\p{L}+)$/u.test(span.words[at - 1]!.word),
    )
  return { people, things: isBehind ? shared.filter(at => at !== verb) : [] }
}

function isSameParticipant(a: Word, b: Word, { aliases }: Around): boolean {
  if (isSameName(a.word, b.word) || (isWe(a.word) && isWe(b.word))) return true
  const party = partyOf(a)
  if (party !== undefined)
    return partyOf(b) === party || aliases.some(alias => alias.party === party && isSameName(alias.name, b.word))
  const other = partyOf(b)
  return other !== undefined && aliases.some(alias => alias.party === other && isSameName(alias.name, a.word))
}

const NAMED = 4

/** "Bright Lane Ltd (the Contractor)", "Landlord: Joan Whitaker", "Поставщик — ООО «Арабика Трейд»". */
export function aliasesIn({ text, words, names }: Reading): Around['aliases'] {
  const starts = new Map(names.map(name => [name.start, name]))
  return words.flatMap((word, at) => {
    const party = partyOf(word)
    if (party === undefined) return []
    const behind = /^\s*[:—–-]\s/u.test(text.slice(word.end, word.end + 4))
    const inside = /\(\s*(the\s+|далее\s*[—-]?\s*)?["«]?$/iu.test(text.slice(Math.max(0, word.start - 12), word.start))
    if (!behind && !inside) return []
    const near = behind ? words.slice(at + 1, at + 1 + NAMED) : words.slice(Math.max(0, at - NAMED - 2), at).reverse()
    const found: { name: string; party: number }[] = []
    for (const other of near) {
      if (starts.has(other.start)) found.push({ name: other.word, party })
      else if (found.length > 0) break
    }
    return found
  })
}
