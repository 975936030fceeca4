import type { Needs } from '../../context.ts'
import { WebSearchFailed } from '../../ports/web-search.ts'
import { metered } from '../usage/index.ts'
import { asData } from './clean.ts'
import type { WebSource } from './reply.ts'

/** Words by which people ask for the web themselves. */
const ASKED_FOR =
  /(^|[^\p{L}])(в интернете|в сети|загугли|погугли|онлайн|в новостях|online|on the web|on the internet|google|search the web|in the news)(?=[^\p{L}]|$)/iu

export const asksForWeb = (question: string) => ASKED_FOR.test(question)

const PAGES = 5
const DEADLINE_MS = 8000

/** What the search engine lists. Where it does not answer, the answer goes on without it. */
export async function searchWeb(
  context: Needs<'db' | 'signals' | 'tables' | 'webSearch' | 'log'>,
  ownerId: string,
  question: string,
  call: {
    signal?: AbortSignal
    objectIds?: string[]
    runId?: string
    hidden?: boolean
    spent(microRoubles: number): void
  },
): Promise<WebSource[]> {
  const used = { units: 1 }
  const { objectIds, runId, hidden, spent } = call
  const charge = { ownerId, meter: 'web_search' as const, operation: 'ask', objectIds, runId, hidden, spent }
  const options = { limit: PAGES, deadlineMs: DEADLINE_MS, signal: call.signal }
  try {
    return await metered(
      context,
      { charge, expected: used },
      async () => ({ used, value: await context.webSearch.search(question, options) }),
      async (_tx, pages) =>
        pages.map(({ url, title, snippet }) => ({ url, title: asData(title), snippet: asData(snippet) })),
    )
  } catch (error) {
    if (!(error instanceof WebSearchFailed)) throw error
    context.log.warn({ reason: error.message }, 'the web was not searched')
    return []
  }
}
