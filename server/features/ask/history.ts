import type { Said } from './model/prompt.ts'
import type { Reply } from './reply.ts'
import type { AskRequest } from './request.ts'

export const MOST_HISTORY = 50

/** The session's own turns, then what the caller adds; nothing but the two roles is listened to. */
export function historyOf(turns: { query: string; reply: Reply }[], { history }: Pick<AskRequest, 'history'>): Said[] {
  const own = turns.flatMap(({ query, reply }): Said[] => [
    { role: 'user', content: query },
    { role: 'assistant', content: reply.answer },
  ])
  const spoken = history.flatMap(({ role, content }): Said[] =>
    role === 'user' || role === 'assistant' ? [{ role, content }] : [],
  )
  return [...own, ...spoken].slice(-MOST_HISTORY)
}
