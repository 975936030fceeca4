import { z } from 'zod'
import { out, text } from '../../../lib/shapes.ts'

const path = () => text({ max: 2000 })

export const start = z.object({ return_to: path().optional() })
export const startBody = z.object({ return_to: path().nullish() }).prefault({})

/** What providers send back; the rest of it is not looked at. */
export const answer = z.object({
  state: text({ max: 2000 }).optional(),
  code: text({ max: 8000 }).optional(),
  iss: text({ max: 2000 }).optional(),
  error: text({ max: 2000 }).optional(),
  error_description: text({ max: 8000 }).optional(),
})

export const leading = z.object({ url: z.string() }).meta({ id: 'OidcStartOut' })

export const linkState = z
  .object({
    name: z.string().nullable(),
    linked: z.object({ email: z.string(), linked_at: out.moment() }).nullable(),
    has_password: z.boolean(),
  })
  .meta({ id: 'OidcLinkOut' })

export const waiting = z.object({
  items: z.array(z.object({ user_id: out.uuid(), email: z.string(), asked_at: out.moment() })),
})
