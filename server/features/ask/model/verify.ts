import { loadRussian } from '../../../lib/russian.ts'
import type { Embedder } from '../../../ports/embedder.ts'
import type { Judge, JudgePair } from '../../../ports/judge.ts'
import type { Retrieved } from '../../search/index.ts'
import { type Quote, quoteOf } from '../local/answer.ts'
import { dot } from '../local/ranker.ts'
import {
  candidatesIn,
  type EvidenceCandidate,
  type EvidenceSource,
  inTheWordsOf,
  LEAST_OWN,
  LEAST_SHARE,
  leaningOn,
  narrowed,
  readingIn,
  sourceOf,
} from '../verify/candidates.ts'
import { unknownWordOf } from '../verify/compare.ts'
import { type ClaimReading, readingOf } from '../verify/reading.ts'

/** Whether a sentence that a model wrote is in the passages that it was given, and where. */

export type ClaimVerdict =
  | { supported: true; quote: Quote }
  /** `contradicted`: it says what the passages do not, so it must not stay. */
  | { supported: false; contradicted: boolean; why: string }

/** Pairs that the judge reads for one answer. */
const MOST_PAIRS = 24
const MOST_FOR_ONE = 6
const MOST_RATHER = 2
/** What nearness in meaning counts beside words. */
const NEARNESS = 1.5
const PATIENCE_MS = 5000

export interface Verifier {
  verify(sentence: string): Promise<ClaimVerdict>
}

/** Both may be missing; then rules decide alone. */
export interface Helpers {
  judge?: Pick<Judge, 'judge'>
  embedder?: Pick<Embedder, 'embed'>
}

/** Reads the passages once for all sentences of an answer. */
export function verifierOf(passages: Retrieved[], helpers: Helpers = {}): Verifier {
  const known = new Map<string, Promise<ClaimVerdict>>()
  const verifying = new Verifying(passages, helpers)
  // One after the other: they share the pairs that may be asked.
  let line: Promise<unknown> = Promise.resolve()
  return {
    verify(sentence) {
      let verdict = known.get(sentence)
      if (!verdict) {
        verdict = line.then(() => verifying.verify(sentence))
        line = verdict.catch(() => {})
        known.set(sentence, verdict)
      }
      return verdict
    },
  }
}

class Verifying {
  #sources: Promise<EvidenceSource[]> | undefined
  #pairs = MOST_PAIRS
  readonly #vectors = new Map<string, Float32Array | null>()

  constructor(
    readonly passages: Retrieved[],
    readonly helpers: Helpers,
  ) {}

  async verify(sentence: string): Promise<ClaimVerdict> {
    this.#sources ??= russian([sentence, ...this.passages.map(({ text }) => text)]).then(() =>
      this.passages.map(sourceOf),
    )
    const sources = await this.#sources
    const names = new Set(sources.flatMap(({ around }) => around.reading.names.map(({ word }) => word)))
    const claim = readingOf(sentence, names)
    const candidates = sources.flatMap(source => candidatesIn(claim, source))
    const { asked, rather } = await this.#chosen(claim, candidates)
    const shares = await judged(claim, [...asked, ...rather], this.helpers.judge)
    const disputed = Math.max(0, ...(shares?.slice(asked.length) ?? []))
    const best = chooseBest(asked, shares, { against: strongestAgainst(candidates), disputed })
    if (best) return { supported: true, quote: quoteOf(best.source.passage, best.start, best.end, best.share) }
    return failureOf(claim, candidates, sources)
  }

  /** What the judge is asked about: what may bear the claim, and what it might rather take for it, against the rules. */
  async #chosen(
    claim: ClaimReading,
    candidates: EvidenceCandidate[],
  ): Promise<{ asked: EvidenceCandidate[]; rather: EvidenceCandidate[] }> {
    const fit = candidates.filter(({ against }) => against === undefined).sort(byWords)
    const own = fit
      .filter(({ across, own, anchors }) => !across && (own >= LEAST_OWN || anchors > 1))
      .slice(0, MOST_FOR_ONE - 2)
    const foreign = await this.#nearestFirst(
      claim,
      fit.filter(({ across }) => across),
    )
    const asked = [...own, ...foreign].slice(0, Math.min(MOST_FOR_ONE, this.#pairs))
    const wrong = candidates.filter(
      ({ across, against, length, anchors }) => across && against?.otherwise && length === 1 && anchors > 0,
    )
    const rather = (await this.#nearestFirst(claim, wrong)).slice(0, Math.min(MOST_RATHER, this.#pairs - asked.length))
    this.#pairs -= asked.length + rather.length
    return { asked, rather }
  }

  /** In the other language few words can be compared: those nearest in meaning go first. */
  async #nearestFirst(claim: ClaimReading, foreign: EvidenceCandidate[]): Promise<EvidenceCandidate[]> {
    const { embedder } = this.helpers
    if (!embedder || foreign.length < 2) return foreign
    const textOf = ({ source, start, end }: EvidenceCandidate) => source.passage.text.slice(start, end)
    const wanted = [...new Set([claim.text, ...foreign.map(textOf)])].filter(text => !this.#vectors.has(text))
    const made = await embedder.embed(wanted, 'query', { deadlineMs: PATIENCE_MS }).catch(() => undefined)
    if (!made) return foreign
    wanted.forEach((text, at) => {
      this.#vectors.set(text, made[at]!)
    })
    const own = this.#vectors.get(claim.text)
    const near = (candidate: EvidenceCandidate) => {
      const vector = this.#vectors.get(textOf(candidate))
      return own && vector ? dot(own, vector) : 0
    }
    const values = new Map(foreign.map(candidate => [candidate, worthOf(candidate) + NEARNESS * near(candidate)]))
    return foreign.sort((a, b) => values.get(b)! - values.get(a)!)
  }
}

const LENGTH_COST = 0.1
const ANCHOR = 0.3
const worthOf = ({ own, share, anchors, length }: EvidenceCandidate) =>
  (own + share) / 2 + ANCHOR * anchors - LENGTH_COST * length
const byWords = (a: EvidenceCandidate, b: EvidenceCandidate) => worthOf(b) - worthOf(a)

async function judged(
  claim: ClaimReading,
  candidates: EvidenceCandidate[],
  judge?: Helpers['judge'],
): Promise<number[] | undefined> {
  if (!judge || candidates.length === 0) return undefined
  const pairs = candidates.map(({ source, start, end, across }): JudgePair => {
    const span = readingIn(source, start, end)
    return {
      by: across ? 'general' : 'everyday',
      first: inTheWordsOf(claim, span),
      second: [`${leaningOn(claim, source, start, end)}${narrowed(claim, span)}`],
    }
  })
  return judge.judge(pairs, { deadlineMs: PATIENCE_MS }).then(
    judgements => judgements.map(({ bears }) => bears),
    () => undefined,
  )
}

/** How much of the claim there is at most where the rules speak against it. */
const strongestAgainst = (candidates: EvidenceCandidate[]) =>
  Math.max(0, ...candidates.filter(({ against, length }) => against?.otherwise && length === 1).map(strength))

const strength = ({ own, anchors }: EvidenceCandidate) => own + ANCHOR * anchors
/** So much more of the claim where the rules speak against it outweighs what speaks for it elsewhere. */
const OUTWEIGHS = 0.25
const DISPUTED = 0.1

function chooseBest(
  candidates: EvidenceCandidate[],
  shares: number[] | undefined,
  { against, disputed }: { against: number; disputed: number },
): EvidenceCandidate | undefined {
  const good = candidates
    .map((candidate, at) => ({ candidate, bears: shares?.[at] }))
    .filter(
      ({ candidate, bears }) =>
        strength(candidate) > against - (candidate.length > 1 ? 0 : OUTWEIGHS) && isBorne(candidate, bears),
    )
    .filter(({ candidate, bears }) => !candidate.across || bears === undefined || bears > disputed - DISPUTED)
  const value = ({ candidate, bears }: (typeof good)[number]) => worthOf(candidate) + (bears ?? 0)
  return good.sort((a, b) => value(b) - value(a))[0]?.candidate
}

const LEAST_TOGETHER = 0.3

/** The less the rules find, the surer the judge must be. */
function isBorne(
  { across, own, share, anchors, length, single }: EvidenceCandidate,
  bears: number | undefined,
): boolean {
  // Sentences that were put together for one statement may speak of different things.
  if (length > 1 && single && bears !== undefined && bears < LEAST_TOGETHER) return false
  if (across) {
    if (bears === undefined) return anchors > 0 && own >= LEAST_SHARE
    return bears >= (own >= 0.6 && anchors > 0 ? 0.05 : anchors > 0 ? 0.25 : 0.4)
  }
  const enough = share >= LEAST_SHARE && own >= LEAST_OWN
  if (bears === undefined) return enough
  return bears >= (enough ? (share >= 0.75 || anchors > 1 ? 0.03 : 0.15) : 0.6)
}

function failureOf(claim: ClaimReading, candidates: EvidenceCandidate[], sources: EvidenceSource[]): ClaimVerdict {
  const nowhere = unknownWordOf(
    claim,
    sources.map(({ around }) => around.reading),
  )
  if (nowhere) return { supported: false, contradicted: true, why: `${nowhere} is not in the passages` }
  const nearest = [...candidates].sort(byWords)[0]
  if (!nearest?.against) return { supported: false, contradicted: false, why: 'no passage says it' }
  return { supported: false, contradicted: nearest.own >= LEAST_SHARE, why: nearest.against.why }
}

async function russian(texts: string[]): Promise<void> {
  if (texts.some(text => /\p{Script=Cyrillic}/u.test(text))) await loadRussian().catch(() => {})
}
