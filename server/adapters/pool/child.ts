/** The side of a child: one question after the other, each answered once, with as many words in between as it likes. */

export interface ChildRequest<Question> {
  id: number
  question: Question
}

export type ChildMessage<Answer> = { id: number } & (
  | { value: Answer; grown: boolean }
  | { progress: unknown }
  | { failed: string; code?: string }
)

/** From here on a child is replaced between two questions: memory that one of them took is given back by ending. */
const GROWN_MB = 320

/** In a container a child may have no /proc to ask; how large it has been at most is known all the same. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}

let line: Promise<unknown> = Promise.resolve()

export function serve<Question, Answer>(
  answer: (question: Question, onProgress: (progress: unknown) => void) => Answer | Promise<Answer>,
  { grownMb = GROWN_MB } = {},
): void {
  const send = (reply: ChildMessage<Answer>) => new Promise<void>(resolve => process.send?.(reply, () => resolve()))
  process.on('message', ({ id, question }: ChildRequest<Question>) => {
    line = line.then(async () => {
      try {
        const value = await answer(question, progress => void send({ id, progress }))
        await send({ id, value, grown: residentBytes() > grownMb * 1024 * 1024 })
      } catch (error) {
        const { message, code } = error as NodeJS.ErrnoException
        await send({ id, failed: message ?? String(error), code })
      }
    })
  })
  // The parent is gone: so is the reason to be here.
  process.on('disconnect', () => process.exit(0))
}
