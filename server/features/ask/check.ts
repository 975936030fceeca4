import type { Context } from '../../context.ts'
import { JudgeOff } from '../../ports/judge.ts'

const PATIENCE_MS = 4500
/** Any pair will do: what counts is that it is read. */
const PROBE = { first: 'The rent is due on Monday.', second: ['The rent is due on Monday.'] }

/** For /health/deep: whether answers and claims are judged, or why rules decide alone. */
export const judgeCheck = ({ judge }: Pick<Context, 'judge'>) => ({
  name: 'judge',
  async run() {
    await judge.judge([PROBE], { deadlineMs: PATIENCE_MS }).catch((error: Error) => {
      throw new JudgeOff(`answers are chosen and checked by rules alone: ${error.message}`)
    })
    return 'answers are chosen and checked with the judge'
  },
})
