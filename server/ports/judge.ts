/** A model that reads two texts together. */

export type JudgeWeights = 'general' | 'everyday'

export interface JudgePair {
  /** A claim, or a question. */
  first: string
  /** A passage of one to three sentences; for a question the sentence, with the one before it in front where there is one. */
  second: string[]
  /** `everyday` knows contracts, bills and letters; `general` is not so easily sure of what is said in another language. */
  by?: JudgeWeights
}

/** Shares from 0 to 1. They order pairs well and are too sure of themselves. */
export interface Judgement {
  /** The sentence answers the question. */
  answers: number
  /** The passage says what the claim says. */
  bears: number
}

export interface Judge {
  /** In the order of the pairs. Throws JudgeOff where there is none, JudgeLate when time is up. */
  judge(pairs: JudgePair[], options: { deadlineMs: number }): Promise<Judgement[]>
  close(): Promise<void>
}

/** There is no judge here, or it does not work: rules decide alone. */
export class JudgeOff extends Error {
  override name = 'JudgeOff'
}

/** It took too long this time. */
export class JudgeLate extends Error {
  override name = 'JudgeLate'
}
