import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PassageSentence, sentencesIn } from '../server/features/ask/local/sentences.ts'
import { isStopWord, wordsOf } from '../server/lib/words.ts'

/**
 * Made-up papers (`judge-everyday/gen.py`) as the judge meets them in the product: a question with eight sentences, each with what the file is
 * called and the sentence before it, the answering one first or none; and claims with passages that bear them or do not.
 * `npm run train -- everyday-groups papers.jsonl folder`
 */

interface Asked {
  ask_ru: string[]
  ask_en: string[]
}

interface Fact extends Asked {
  key: string
  start: number
  end: number
  answer: string
  /** What tells this paper from others of its kind, in some of the questions. */
  bound: string[]
  /** Other ways to say it. */
  other: string[]
  claims_ru: string[]
  claims_en: string[]
}

interface Paper {
  template: string
  lang: 'ru' | 'en'
  name: string
  text: string
  qa: Fact[]
  /** What papers of this kind say, and this one does not. */
  absent: Asked[]
}

interface Candidate extends PassageSentence {
  context: string
}

interface ReadPaper extends Paper {
  head: string
  candidates: Candidate[]
}

type Shown = [context: string, sentence: string]

const SIZE = 8
const [input, folder] = process.argv.slice(2) as [string, string]

let seed = 11
function chance(): number {
  seed = (seed * 48271) % 2147483647
  return seed / 2147483647
}
const pick = <T>(list: T[]): T => list[Math.floor(chance() * list.length)]!
function shuffled<T>(list: T[]): T[] {
  const order = [...list]
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(chance() * (i + 1))
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  return order
}
const some = <T>(list: T[], most: number) => shuffled(list).slice(0, most)

function readPaper(paper: Paper): ReadPaper {
  const name = paper.name.replace(/\.\w{1,5}$/u, '').replaceAll('_', ' ')
  const title = paper.text.split('\n')[0]!.trim().slice(0, 90)
  const head = chance() < 0.5 ? name : chance() < 0.85 ? title : ''
  const sentences = sentencesIn(paper.text)
  const candidates = sentences.map((sentence, i) => {
    const before = sentence.isRow ? '' : (sentences[i - 1]?.text ?? '')
    return { ...sentence, context: [head, before].filter(Boolean).join('. ') }
  })
  return { ...paper, head, candidates }
}

const papers = readFileSync(input, 'utf8')
  .trim()
  .split('\n')
  .map(line => readPaper(JSON.parse(line)))
const families = new Map<string, ReadPaper[]>()
for (const paper of papers) families.set(paper.template, [...(families.get(paper.template) ?? []), paper])
const touches = ({ start, end }: { start: number; end: number }, fact: Fact) => fact.start < end && start < fact.end
const shown = ({ context, text }: Candidate): Shown => [context, text]

/** Sentences that say none of the facts of their paper. */
const fillers = papers.flatMap(paper =>
  paper.candidates
    .filter(candidate => !candidate.isTitle && !paper.qa.some(fact => touches(candidate, fact)))
    .map(candidate => ({ paper, candidate })),
)

const termsIn = (text: string) => new Set(wordsOf(text).flatMap(({ word, term }) => (isStopWord(word) ? [] : [term])))
const MOST_ROWS = 400
const byTerm = new Map<string, { paper: ReadPaper; candidate: Candidate }[]>()
for (const paper of papers)
  if (chance() < 0.4)
    for (const candidate of paper.candidates)
      if (!candidate.isTitle)
        for (const term of termsIn(candidate.text)) {
          const rows = byTerm.get(term) ?? []
          if (rows.length < MOST_ROWS) byTerm.set(term, [...rows, { paper, candidate }])
        }

/** Sentences of other kinds of papers with words of the question. */
function alike(question: string, { template }: Paper): Candidate[] {
  const scores = new Map<Candidate, number>()
  for (const term of termsIn(question)) {
    const rows = byTerm.get(term) ?? []
    for (const { paper, candidate } of rows)
      if (paper.template !== template) scores.set(candidate, (scores.get(candidate) ?? 0) + 1 / Math.sqrt(rows.length))
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 6)
    .map(([candidate]) => candidate)
}

/** Mostly in the language of the paper. */
function questionOf(asked: Asked, language: string): string | undefined {
  const [own, other] = language === 'ru' ? [asked.ask_ru, asked.ask_en] : [asked.ask_en, asked.ask_ru]
  const list = own.length > 0 && (chance() < 0.72 || other.length === 0) ? own : other
  return list.length > 0 ? pick(list) : undefined
}

const holdsAnswer = (paper: Paper, fact: Fact) => (candidate: Candidate) =>
  touches(candidate, fact) &&
  (candidate.text.includes(fact.answer) || paper.text.slice(candidate.start, candidate.end).includes(fact.answer))

/** The same fact in papers of the kind that the question, by what it names, is not about. */
function ofSiblings(fact: Fact, named: string[], siblings: ReadPaper[]): Shown[] {
  return some(siblings, 3).flatMap(sibling => {
    const same = sibling.qa.find(({ key }) => key === fact.key)
    const candidate = same && sibling.candidates.find(holdsAnswer(sibling, same))
    if (!same || !candidate) return []
    const text = shown(candidate).join(' ')
    const isOther = named.some(
      name => !text.includes(name) && same.bound.some(own => own !== name && text.includes(own)),
    )
    return isOther ? [shown(candidate)] : []
  })
}

const groups: { t: string; q: string; y: number; c: Shown[] }[] = []
const claims: { t: string; claim: string; passage: string; y: number }[] = []
const filledUp = (list: Shown[], size: number): Shown[] => [
  ...list.slice(0, size),
  ...Array.from({ length: Math.max(0, size - list.length) }, () => shown(pick(fillers).candidate)),
]

function learnFact(paper: ReadPaper, fact: Fact, siblings: ReadPaper[]): void {
  const q = questionOf(fact, paper.lang)
  const right = paper.candidates.filter(holdsAnswer(paper, fact))
  if (!q || right.length === 0) return
  const named = fact.bound.filter(name => q.includes(name))
  const own = paper.candidates.filter(
    candidate => !candidate.isTitle && !right.includes(candidate) && !candidate.text.includes(fact.answer),
  )
  const title = paper.candidates.find(({ isTitle }) => isTitle)
  const stray = pick(fillers)
  const wrong: Shown[] = [
    ...(chance() < 0.5 && stray.paper.template !== paper.template ? [shown(stray.candidate)] : []),
    ...(title && chance() < 0.25 ? [[paper.head, title.text] satisfies Shown] : []),
    ...(named.length > 0 && chance() < 0.6
      ? some(alike(q, paper), 2)
          .map(shown)
          .filter(pair => named.every(name => !pair.join(' ').includes(name)))
      : []),
    ...(named.length > 0 ? ofSiblings(fact, named, siblings) : []),
    ...some(own, 6).map(shown),
  ]
  groups.push({ t: paper.template, q, y: 1, c: [shown(right[0]!), ...filledUp(wrong, SIZE - 1)] })
  learnClaims(paper, fact, right[0]!, siblings)
}

const saidOtherwise = ({ claims_ru, claims_en, other }: Fact) => [
  ...claims_ru,
  ...claims_en,
  ...(other.length > 0 ? [pick(other)] : []),
]

function learnClaims(paper: ReadPaper, fact: Fact, right: Candidate, siblings: ReadPaper[]): void {
  const at = paper.candidates.indexOf(right)
  const from = Math.max(0, at - Math.floor(chance() * 2))
  const passage = paper.candidates
    .slice(from, at + 1 + Math.floor(chance() * 2))
    .map(({ text }) => text)
    .join(' ')
  const add = (list: string[], y: number) => {
    if (list.length > 0) claims.push({ t: paper.template, claim: pick(list), passage, y })
  }
  add(
    saidOtherwise(fact).filter(claim => !claim.includes(right.text)),
    1,
  )
  const same = siblings.length > 0 ? pick(siblings).qa.find(({ key }) => key === fact.key) : undefined
  if (same && !passage.includes(same.answer) && !fact.answer.includes(same.answer)) add(saidOtherwise(same), 0)
  const others = paper.qa.filter(other => other !== fact && !passage.includes(other.answer))
  if (others.length > 0 && chance() < 0.5) {
    const { claims_ru, claims_en } = pick(others)
    add([...claims_ru, ...claims_en], 0)
  }
}

function learnAbsent(paper: ReadPaper, asked: Asked): void {
  const q = questionOf(asked, paper.lang)
  const own = paper.candidates.filter(({ isTitle }) => !isTitle)
  if (!q || own.length < 3) return
  groups.push({ t: paper.template, q, y: 0, c: filledUp(some(own, SIZE - 1).map(shown), SIZE) })
}

for (const paper of papers) {
  const siblings = families.get(paper.template)!.filter(other => other !== paper)
  for (const fact of some(paper.qa, 5)) learnFact(paper, fact, siblings)
  for (const asked of some(paper.absent, 2)) learnAbsent(paper, asked)
}
const save = (name: string, list: object[]) =>
  writeFileSync(
    join(folder, name),
    shuffled(list)
      .map(one => `${JSON.stringify(one)}\n`)
      .join(''),
  )
save('groups.jsonl', groups)
save('claims.jsonl', claims)
console.log(`${papers.length} papers, ${groups.length} groups, ${claims.length} claims`)
