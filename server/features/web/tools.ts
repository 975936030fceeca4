import { z } from 'zod'
import type { Context } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { asData, searchWeb } from '../ask/index.ts'
import { type RunContext, say, shownName, type Tool, tool, urlsIn } from '../tools/index.ts'
import { checkPage, fetchPage } from './page.ts'
import { sourcesOf } from './queries.ts'

const off = () =>
  new AppError('conflict', 'web_off', {
    en: 'The web may not be searched here: it is switched off for this message, or no search engine is configured.',
    ru: 'Искать в интернете нельзя: это выключено для сообщения или поисковик не настроен.',
  })

const webSearch = tool({
  name: 'web_search',
  risk: 'outward',
  // It rests on what the person has written in the conversation, which another program does not have.
  outside: { scopes: [] },
  description: 'Search the web. The words of the query leave the service, so the person is asked first.',
  input: z.object({ query: z.string().trim().min(1).max(300) }),
  async sentence(context, runContext, { query }) {
    if (!runContext.webSearch || !context.webSearch.on) throw off()
    return { en: `Search the web for "${shownName(query)}"`, ru: `Искать в интернете: «${shownName(query)}»` }
  },
  async look(context, runContext, { query }) {
    if (!runContext.webSearch || !context.webSearch.on) throw off()
    let cost = 0
    const spent = (micro: number) => {
      cost += micro
    }
    // Numbers go on behind what this run has found before, so that each means one page for as long as it lasts.
    const before = (await sourcesOf(context.db, runContext.actor.ownerId, runContext.runId)).length
    const pages = await searchWeb(context, runContext.actor.ownerId, query, { runId: runContext.runId, spent })
    return {
      data: { items: pages.map(({ title, snippet }, n) => ({ result: before + n + 1, title, snippet })) },
      says:
        pages.length > 0
          ? pages.map(({ title, snippet }) => `- ${title}: ${snippet}`).join('\n')
          : say(runContext, { en: 'The web has nothing on it.', ru: 'В интернете ничего не нашлось.' }),
      sources: pages.map(({ url, title }) => ({ url, title })),
      cost,
    }
  },
})

const PIECE = 6000
const SHOWN = 1200

const unnamed = () =>
  new AppError('conflict', 'page_unnamed', {
    en: 'I only open pages whose address you have written yourself, or that a search has just found.',
    ru: 'Открываю только страницы, адрес которых вы написали сами или которые только что нашёл поиск.',
  })

const noWeb = () =>
  new AppError('conflict', 'web_off', {
    en: 'The web may not be used here: it is switched off for this message.',
    ru: 'Пользоваться интернетом нельзя: это выключено для сообщения.',
  })

/** An address that a model or a file has put together could carry away what it should not. */
async function addressOf(context: Context, runContext: RunContext, { url, result }: { url?: string; result?: number }) {
  if (!runContext.webSearch) throw noWeb()
  if (url !== undefined) {
    if (!urlsIn(runContext.words.join('\n')).includes(url)) throw unnamed()
    return url
  }
  const found = await sourcesOf(context.db, runContext.actor.ownerId, runContext.runId)
  const source = found[(result ?? 0) - 1]
  if (!source) throw unnamed()
  return source
}

const fetchTool = tool({
  name: 'fetch_page',
  risk: 'outward',
  // It rests on what the person has written in the conversation, which another program does not have.
  outside: { scopes: [] },
  description:
    'Read a page of the web: by the address that the person wrote, or by the number of a result of web_search. The person is asked first.',
  input: z.object({ url: z.url().max(2000).optional(), result: z.int().min(1).max(50).optional() }),
  async sentence(context, runContext, input) {
    const url = await addressOf(context, runContext, input)
    await checkPage(context, url)
    return { en: `Open the page ${shownName(url)}`, ru: `Открыть страницу ${shownName(url)}` }
  },
  async look(context, runContext, input) {
    const page = await fetchPage(context, await addressOf(context, runContext, input))
    const [title, text] = [asData(page.title), asData(page.text)]
    const letters = [...text]
    return {
      data: { title, text: letters.slice(0, PIECE).join(''), more: letters.length > PIECE },
      says:
        letters.length > 0
          ? `**${shownName(title || page.url)}**\n\n${letters.slice(0, SHOWN).join('')}${letters.length > SHOWN ? '…' : ''}`
          : say(runContext, { en: 'The page has no text.', ru: 'На странице нет текста.' }),
      sources: [{ url: page.url, title }],
    }
  },
})

export const webTools: Tool[] = [webSearch, fetchTool]
