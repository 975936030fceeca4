import { Agent, fetch } from 'undici'
import { z } from 'zod'
import { timeLimit } from '../../lib/time-limit.ts'
import { withoutEnd } from '../../lib/trim.ts'
import { type WebPage, type WebSearch, WebSearchFailed } from '../../ports/web-search.ts'

const MAX_ANSWER_BYTES = 4 * 1024 * 1024
const LONGEST_TITLE = 300
const LONGEST_SNIPPET = 1000

const answer = z.object({
  results: z.array(z.object({ url: z.string(), title: z.string().nullish(), content: z.string().nullish() })),
})

/** SearXNG, by its JSON answer (`search.formats` of its settings must allow it). */
export function searxng(address: string): WebSearch {
  if (!address) {
    const off = async () => {
      throw new WebSearchFailed('No search engine is configured.')
    }
    return { on: false, search: off }
  }
  const dispatcher = new Agent({ maxResponseSize: MAX_ANSWER_BYTES })
  return {
    on: true,
    async search(query, { limit, deadlineMs, signal }) {
      const url = new URL(`${withoutEnd(address, /\//)}/search`)
      url.search = new URLSearchParams({ q: query, format: 'json', safesearch: '1' }).toString()
      const until = timeLimit(deadlineMs, signal)
      try {
        const reply = await fetch(url, { dispatcher, signal: until, redirect: 'error' })
        if (!reply.ok) throw new WebSearchFailed(`The search engine answers ${reply.status}.`)
        const parsed = answer.safeParse(await reply.json())
        if (!parsed.success) throw new WebSearchFailed('The search engine answers something else than results.')
        return parsed.data.results.flatMap(pageOf).slice(0, limit)
      } catch (error) {
        if (error instanceof WebSearchFailed) throw error
        // Its own words may hold the question, and belong in no log.
        throw new WebSearchFailed('The search engine does not answer.')
      }
    },
  }
}

function pageOf({ url, title, content }: z.output<typeof answer>['results'][number]): WebPage[] {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password) return []
  return [
    {
      url: parsed.href,
      title: (title ?? '').slice(0, LONGEST_TITLE),
      snippet: (content ?? '').slice(0, LONGEST_SNIPPET),
    },
  ]
}
