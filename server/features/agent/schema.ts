import { z } from 'zod'
import { boolean, integer, list, out, text, uuid } from '../../lib/shapes.ts'
import { TOOLSETS } from './tools/all.ts'

export const commandReply = z
  .object({
    action: z.string(),
    executed: z.boolean(),
    object_id: out.uuid().nullable(),
    filename: z.string(),
    fmt: z.string(),
    lang: z.string(),
    op: z.string(),
    reply: z.string(),
    target: z.string(),
    task_id: out.uuid().nullable(),
  })
  .meta({ id: 'CommandResponse' })

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

export const cancelled = z.object({ run_id: out.uuid(), status: z.string() }).meta({ id: 'AgentRunOut' })

export const profile = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    icon: z.string(),
    instructions: z.string(),
    toolsets: z.array(z.string()),
    model: z.string(),
    is_custom: z.boolean(),
  })
  .meta({ id: 'AgentProfileOut' })

const toolsets = z.enum(TOOLSETS.map(({ slug: name }) => name) as [string, ...string[]])

const profileFields = {
  name: text({ min: 1, max: 200 }),
  description: text({ max: 1000 }),
  icon: text({ max: 32 }),
  instructions: text({ max: 8000 }),
  toolsets: list(toolsets, { max: 50 }),
  model: text({ max: 200 }).nullable(),
}

const ownSlug = text({ min: 2, max: 64 }).refine(value => /^[a-z0-9-]*$/.test(value), {
  params: { type: 'string_pattern_mismatch' },
})

export const profileIn = z
  .object({
    slug: ownSlug,
    name: profileFields.name,
    description: profileFields.description.default(''),
    icon: profileFields.icon.default(''),
    instructions: profileFields.instructions.default(''),
    toolsets: profileFields.toolsets.default(TOOLSETS.map(({ slug: name }) => name)),
    model: profileFields.model.default(null),
  })
  .meta({ id: 'AgentProfileIn' })

export const profileUpdate = z.object(profileFields).partial()
export const profileSlug = z.object({ slug: z.string() })

const preset = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    icon: z.string(),
    toolsets: z.array(z.string()),
  })
  .meta({ id: 'PresetOut' })

const toolset = z
  .object({ slug: z.string(), name: z.string(), description: z.string(), tools: z.array(z.string()) })
  .meta({ id: 'ToolsetOut' })

export const catalog = z
  .object({
    items: z.array(profile),
    active: z.string(),
    can_create_custom: z.boolean(),
    custom_limit: z.int(),
    icons: z.array(z.string()),
    presets: z.array(preset),
    toolsets: z.array(toolset),
  })
  .meta({ id: 'AgentCatalogOut' })

export const activated = z.object({ active: z.string(), name: z.string() }).meta({ id: 'AgentActivateOut' })

const session = z.object({
  id: out.uuid(),
  title: z.string(),
  agent_slug: z.string(),
  created_at: out.moment(),
  updated_at: out.moment(),
})

export const sessions = z
  .object({ items: z.array(session.meta({ id: 'AgentSessionOut' })) })
  .meta({ id: 'AgentSessionList' })

export const sessionDetail = session
  .extend({
    turns: z.array(
      z.object({
        run_id: out.uuid(),
        query: z.string(),
        answer: z.string(),
        status: z.string(),
        created_at: out.moment(),
      }),
    ),
  })
  .meta({ id: 'AgentSessionDetail' })

export const memory = z
  .object({
    memory_id: z.string(),
    made_from: z.enum(['owner', 'files', 'others']),
    memory: z.string(),
    input: z.string(),
    topics: z.array(z.string()),
    updated_at: z.string(),
  })
  .meta({ id: 'MemoryOut' })

export const memories = z.object({ items: z.array(memory) }).meta({ id: 'MemoryList' })
export const memoryUpdate = z.object({ memory: text({ min: 1, max: 1000 }) })
