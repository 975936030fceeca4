const LONGEST = 64

/** Answers that cost more to work out than to look up; they depend on the question alone. When there are too many, all are forgotten. */
export function remembered<Answer>(workOut: (question: string) => Answer, most = 60_000): (question: string) => Answer {
  const known = new Map<string, Answer>()
  return question => {
    const found = known.get(question)
    if (found !== undefined) return found
    // A question without an end is not worth its place.
    if (question.length > LONGEST) return workOut(question)
    const own = copied(question)
    const answer = workOut(own)
    if (known.size >= most) known.clear()
    known.set(own, answer)
    return answer
  }
}

/** A piece cut out of a text holds all of that text in memory. */
const copied = (piece: string) => (piece.length < 13 ? piece : ` ${piece}`.slice(1))
