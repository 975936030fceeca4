import type { Needs } from '../../../context.ts'
import { type CallBack, computation } from '../../../ports/compute.ts'
import { answerLocally, type Compare, type FoundQuotes, type LocalAnswer } from './answer.ts'

/** Answers from the files' own sentences in a thread: the rules read much text, and Russian takes a dictionary of 56 MB. */

interface Input {
  question: string
  found: FoundQuotes
  /** The question before it, where this one leans on it. */
  before?: string
}

const LONGEST_MS = 30_000
const answering = {
  ...computation<typeof answerInThread>(import.meta.url, './beside.ts', 'answerInThread', LONGEST_MS),
  kept: true,
}

export function answerBeside(
  { compute }: Needs<'compute'>,
  ownerId: string,
  { question, found, before }: Input,
  compare?: Compare,
): Promise<LocalAnswer> {
  const input = { question, found, before, compares: compare ? (Object.keys(compare) as (keyof Compare)[]) : [] }
  return compute.run(answering, input, ownerId, {
    sentences: ([question, sentences]: [string, string[]]) => compare!.sentences(question, sentences),
    words: (words: string[]) => compare!.words(words),
    answers: (pairs: Parameters<NonNullable<Compare['answers']>>[0]) => compare!.answers!(pairs),
  })
}

export function answerInThread(
  { question, found, before, compares }: Input & { compares: (keyof Compare)[] },
  callBack: CallBack,
): Promise<LocalAnswer> {
  const compare: Compare = {
    sentences: (question, sentences) => callBack('sentences', [question, sentences]),
    words: words => callBack('words', words),
    answers: compares.includes('answers') ? pairs => callBack('answers', pairs) : undefined,
  }
  return answerLocally(question, found, compares.length > 0 ? compare : undefined, before)
}
