import { z } from 'zod'
import { list, text } from '../../lib/shapes.ts'
import { TOOLSETS } from './toolsets.ts'

const toolsets = z.enum(TOOLSETS.map(({ slug: name }) => name) as [string, ...string[]])

export const profile = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    icon: z.string(),
    instructions: z.string(),
    toolsets: z.array(toolsets),
    model: z.string(),
    is_custom: z.boolean(),
  })
  .meta({ id: 'AgentProfileOut' })

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
  .object({ slug: toolsets, name: z.string(), description: z.string(), tools: z.array(z.string()) })
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
