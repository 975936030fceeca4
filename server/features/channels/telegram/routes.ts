import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { type Route, route } from '../../../http/route.ts'
import { AppError } from '../../../lib/errors.ts'
import { out } from '../../../lib/shapes.ts'
import { hashOf } from './listen.ts'
import { chatOfOwner, removeChat, saveCode } from './queries.ts'

const tag = 'agent'
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 12
const MINUTES = 15

const off = () =>
  new AppError('conflict', 'no_messenger', {
    en: 'No messenger is configured here. Ask the administrator to set TELEGRAM_BOT_TOKEN.',
    ru: 'Мессенджер здесь не настроен. Попросите администратора задать TELEGRAM_BOT_TOKEN.',
  })

export const channelRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/agent/channel',
    name: 'getAgentChannel',
    summary: 'Whether a messenger is configured, and my chat in it connected',
    tag,
    reply: z
      .object({ configured: z.boolean(), connected: z.boolean(), name: z.string() })
      .meta({ id: 'AgentChannelOut' }),
    run: async (context, { actor }) => {
      const chat = await chatOfOwner(context.db, actor)
      return { configured: context.messenger.isOn, connected: chat !== undefined, name: chat?.name ?? '' }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/agent/channel',
    name: 'connectAgentChannel',
    refuses: ['no_messenger'],
    summary: 'A code that connects my chat: sent to the bot as /start CODE',
    tag,
    reply: z.object({ code: z.string(), expires_at: out.moment() }).meta({ id: 'AgentChannelCode' }),
    run: async (context, { actor }) => {
      if (!context.messenger.isOn) throw off()
      const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
      const expires_at = new Date(Date.now() + MINUTES * 60_000)
      await saveCode(context.db, actor, hashOf(code), expires_at)
      return { code, expires_at }
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/agent/channel',
    name: 'disconnectAgentChannel',
    summary: 'Disconnect my chat',
    tag,
    reply: out.ok,
    run: async (context, { actor }) => ({ ok: (await removeChat(context.db, actor)) !== undefined }),
  }),
]
