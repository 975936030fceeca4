import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { searchWeb } from '../../ask/index.ts'
import { say, shownName, type Tool, tool } from './tool.ts'

const off = () =>
  new AppError('conflict', 'web_off', {
    en: 'The web may not be searched here: it is switched off for this message, or no search engine is configured.',
    ru: 'Искать в интернете нельзя: это выключено для сообщения или поисковик не настроен.',
  })

const webSearch = tool({
  name: 'web_search',
  risk: 'outward',
  description: 'Search the web. The words of the query leave the service, so the person is asked first.',
  input: z.object({ query: z.string().trim().min(1).max(300) }),
  async sentence(context, seat, { query }) {
    if (!seat.webSearch || !context.webSearch.on) throw off()
    return { en: `Search the web for "${shownName(query)}"`, ru: `Искать в интернете: «${shownName(query)}»` }
  },
  async look(context, seat, { query }) {
    if (!seat.webSearch || !context.webSearch.on) throw off()
    let cost = 0
    const spent = (micro: number) => {
      cost += micro
    }
    const pages = await searchWeb(context, seat.actor.ownerId, query, { spent })
    return {
      data: { items: pages.map(({ title, snippet }) => ({ title, snippet })) },
      says:
        pages.length > 0
          ? pages.map(({ title, snippet }) => `- ${title}: ${snippet}`).join('\n')
          : say(seat, { en: 'The web has nothing on it.', ru: 'В интернете ничего не нашлось.' }),
      sources: pages.map(({ url, title }) => ({ url, title })),
      cost,
    }
  },
})

export const webTools: Tool[] = [webSearch]
