import type { Actor, Db, Needs } from '../../../context.ts'
import type { Language } from '../../../lib/language.ts'
import { sentencesOf } from '../../../lib/sentences.ts'
import { localOf } from '../../../lib/time-zones.ts'
import { wordsOf } from '../../../lib/words.ts'
import type { FoundPassage } from '../../search/index.ts'
import { findSettings } from '../../settings/index.ts'
import { type Quote, quoteOf } from '../local/answer.ts'
import { figuresIn } from '../verify/figures.ts'
import { isSameName } from '../verify/names.ts'
import { type AskedTotal, periodAgo, totalAskedBy } from './asked.ts'
import { beginningsOf, countUnread, papersOf, type TotalPaper } from './queries.ts'
import { beyond, tooMany, totalled } from './wording.ts'

/** Sums and counts over several files, each with the place where its figure stands. */

export interface Total {
  answer: string
  /** None where it cannot be added up; then the answer says why. */
  quotes: Quote[]
  confidence: number
  /** Files that have gone into it or are named by it. */
  objectIds: string[]
}

const MOST_PAPERS = 50
/** Looked through for names and for the same file twice. */
const MOST_READ = 2000
const MOST_UNREAD = 100
const FIRST_CHUNKS = 6
/** How likely the figure of one paper is right: the goal for fields, not measured here. */
const SURE_OF_ONE = 0.97

export async function totalOf(
  { db }: Needs<'db'>,
  actor: Actor,
  question: string,
  language: Language,
): Promise<Total | undefined> {
  const said = totalAskedBy(question)
  if (!said) return undefined
  const asked = said.relative ? { ...said, ...periodAgo(said.relative, await todayOf(db, actor)) } : said
  const all = await papersOf(db, actor, asked, MOST_READ + 1)
  const named = all.filter(paper => asked.names.every(name => isOf(paper, name)))
  const single = onceEach(named)
  const undated = asked.year || asked.month ? single.filter(paper => !paper.document_date) : []
  const papers = single.filter(paper => !undated.includes(paper))
  // Of one paper or none the usual way of answering knows more.
  if (papers.length < 2) return undefined
  // Which April is meant, is not said.
  if (asked.month && !asked.year && new Set(papers.map(yearOf)).size > 1) return undefined
  if (all.length > MOST_READ || papers.length > MOST_PAPERS) return refused(tooMany(MOST_PAPERS, language), [])
  const unclear = asked.what === 'sum' ? papers.filter(paper => paper.amount === null || !paper.currency) : []
  if (undated.length + unclear.length > 0) return refused(beyond([...undated, ...unclear], asked, language), named)
  const beginnings = await beginningsOf(
    db,
    actor.ownerId,
    papers.map(({ id }) => id),
    FIRST_CHUNKS,
  )
  const placed = papers.map(paper => ({ paper, quote: placeOf(paper, beginnings, asked) }))
  const lost = placed.filter(({ quote }) => !quote).map(({ paper }) => paper)
  if (lost.length > 0) return refused(beyond(lost, asked, language, 'without text'), named)
  const notes = {
    unread: await countUnread(db, actor, MOST_UNREAD + 1),
    mostUnread: MOST_UNREAD,
    repeated: named.length - single.length,
  }
  return {
    answer: totalled(papers, asked, language, notes),
    quotes: placed.flatMap(({ quote }) => quote ?? []),
    confidence: SURE_OF_ONE ** papers.length,
    objectIds: named.map(({ id }) => id),
  }
}

/** The same content is one paper, however often it was uploaded. */
function onceEach(papers: TotalPaper[]): TotalPaper[] {
  const seen = new Set<string>()
  return papers.filter(({ content_hash }) => !seen.has(content_hash) && seen.add(content_hash))
}

async function todayOf(db: Db, actor: Actor): Promise<number> {
  const { timezone } = await findSettings(db, actor.ownerId)
  return localOf(timezone || 'UTC', Date.now())
}

const yearOf = ({ document_date }: TotalPaper) => document_date?.slice(0, 4)

const refused = (answer: string, papers: TotalPaper[]): Total => ({
  answer,
  quotes: [],
  confidence: 0,
  objectIds: papers.map(({ id }) => id),
})

const isOf = ({ filename, title, named }: TotalPaper, name: string) =>
  wordsOf([filename, title, ...named].join(' ')).some(({ word }) => isSameName(name, word))

const TOTAL_LABEL = /итого|всего|к оплате|сумм|total|due|amount|price|стоимост|цен/iu

/** The sentence or line with the figure, best where it is called a total; of a count how the paper begins. */
function placeOf(paper: TotalPaper, beginnings: FoundPassage[], { what }: AskedTotal): Quote | undefined {
  const own = beginnings.filter(({ object_id }) => object_id === paper.id)
  const { amount, id, filename, status, title, doc_type } = paper
  const object = { id, filename, status, title, doc_type }
  const quotes = own.flatMap(({ text, ord, page, char_start, char_end }) => {
    const passage = {
      object,
      ord,
      text,
      page,
      charStart: char_start,
      charEnd: char_end,
      score: 1,
      zScore: null,
    }
    return linesOf(text).map(({ start, end }) => quoteOf(passage, start, end))
  })
  if (what === 'count') return quotes[0]
  const digits = String(Math.trunc(amount!))
  const matching = quotes.filter(
    ({ text }) =>
      text.replaceAll(/[\s.,'\u00a0\u202f]/gu, '').includes(digits) &&
      figuresIn(text).quantities.some(({ value }) => value === amount),
  )
  return matching.find(({ text }) => TOTAL_LABEL.test(text)) ?? matching[0]
}

function linesOf(text: string): { start: number; end: number }[] {
  return sentencesOf(text).flatMap(({ start, end }) => {
    let from = start
    return text
      .slice(start, end)
      .split('\n')
      .flatMap(line => {
        const at = from
        from += line.length + 1
        const bare = line.trim()
        const begin = at + line.indexOf(bare)
        return bare ? [{ start: begin, end: begin + bare.length }] : []
      })
  })
}
