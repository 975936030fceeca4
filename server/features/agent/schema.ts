import { z } from 'zod'
import { boolean, integer, list, out, text, uuid } from '../../lib/shapes.ts'

const slug = () => text({ max: 64 })

const inlineAttachment = z
  .object({ filename: text({ min: 1, max: 1000 }), mime: text({ max: 255 }).default(''), content_base64: text() })
  .meta({ id: 'InlineAttachmentIn' })

const member = z
  .object({ user_id: integer(), name: text({ max: 500 }).default(''), username: text({ max: 500 }).default('') })
  .meta({ id: 'ChannelMemberIn' })

const turn = z.object({ role: z.string(), content: text() }).meta({ id: 'AskTurnIn' })

export const chatRequest = z
  .strictObject({
    query: text({ min: 1, max: 8000 }),
    agent_slug: slug().nullish(),
    attachment_ids: list(uuid(), { max: 5 }).default([]),
    inline_attachments: list(inlineAttachment, { max: 5 }).default([]),
    channel_chat_id: integer().default(0),
    channel_user_id: integer().default(0),
    channel_members: list(member, { max: 200 }).default([]),
    collection_id: uuid().nullish(),
    include_subfolders: boolean().default(true),
    scope_object_ids: list(uuid(), { max: 25 }).default([]),
    history: list(turn, { max: 50 }).default([]),
    session_id: text({ max: 200 }).nullish(),
    web_search: boolean().default(true),
  })
  .meta({ id: 'AgentChatRequest' })

export type ChatRequest = z.infer<typeof chatRequest>

const decision = z
  .strictObject({ tool_call_id: text({ max: 200 }), confirmed: boolean() })
  .meta({ id: 'AgentDecision' })

export const continueRequest = z
  .strictObject({
    run_id: text({ max: 200 }),
    session_id: text({ max: 200 }),
    decisions: list(decision, { min: 1, max: 1000 }),
    agent_slug: slug().nullish(),
    web_search: boolean().default(true),
  })
  .meta({ id: 'AgentContinueRequest' })

export type ContinueRequest = z.infer<typeof continueRequest>

export const cancelled = z.object({ run_id: out.uuid(), status: z.string() }).meta({ id: 'AgentRunOut' })
