import { addressOf } from '../lib/base.ts'

/**
 * What the first screen shows is asked for before the app has come. The service has named the same addresses in the
 * header of the page, so that the browser may have the answers by now; the app takes them from here, each once.
 */

interface Asked {
  at: number
  answer: Promise<Response>
}

const asked = new Map<string, Asked>()
/** Later than this it would be news of yesterday. */
const FRESH_MS = 15_000

/** Without headers of our own: the browser would not know it for the one it has asked already. */
export function startAhead(path: string): Promise<Response> {
  const answer = fetch(addressOf(path), { credentials: 'same-origin' })
  asked.set(path, { at: performance.now(), answer })
  // Whoever takes it says what went wrong.
  answer.catch(() => {})
  return answer
}

/** What it says, if it came well; the app reads the same answer again. */
export const askAhead = <T>(path: string): Promise<T | undefined> =>
  startAhead(path)
    .then(response => (response.ok ? (response.clone().json() as Promise<T>) : undefined))
    .catch(() => undefined)

export const isAhead = (path: string): boolean => asked.has(path)

export function takeAhead(path: string): Promise<Response> | undefined {
  const found = asked.get(path)
  asked.delete(path)
  return found && performance.now() - found.at < FRESH_MS ? found.answer : undefined
}
