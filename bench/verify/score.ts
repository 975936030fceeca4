import type { Composed } from '../../server/features/ask/model/compose.ts'
import type { Answer, Claim } from './claims.ts'

export interface Outcome {
  claim: Claim
  passed: boolean
  /** The file that is cited for it. */
  cited?: string
  why?: string
}

/** What became of each claim of an answer: passed with a citation, marked, or gone. */
export function outcomesOf({ claims }: Answer, { answer, quotes, dropped }: Composed): Outcome[] {
  return claims.map(claim => {
    const bare = claim.text.replace(/\.$/, '')
    const at = answer.indexOf(bare)
    const number = at < 0 ? undefined : /^\.? \[(\d+)\]/.exec(answer.slice(at + bare.length))?.[1]
    const cited = number && quotes[Number(number) - 1]?.passage.object.id
    const why = dropped.find(({ text }) => text.startsWith(bare))?.why
    const marked = why !== undefined
    return { claim, passed: at >= 0 && !marked, cited, why }
  })
}

export interface Figures {
  falsePassed: number
  trueLost: number
  wrongFile: number
  counts: { true: number; false: number }
}

export function figuresOf(outcomes: Outcome[]): Figures {
  const real = outcomes.filter(({ claim }) => claim.kind === 'true')
  const made = outcomes.filter(({ claim }) => claim.kind !== 'true')
  const share = (list: Outcome[], is: (one: Outcome) => boolean) => list.filter(is).length / Math.max(list.length, 1)
  return {
    falsePassed: share(made, ({ passed }) => passed),
    trueLost: share(real, ({ passed }) => !passed),
    wrongFile: real.filter(({ claim, passed, cited }) => passed && cited !== claim.file).length,
    counts: { true: real.length, false: made.length },
  }
}
