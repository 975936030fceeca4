import { z } from 'zod'
import { out, text } from '../../../lib/shapes.ts'

const path = () => text({ max: 2000 })

export const start = z.object({
  return_to: path().optional().describe('A path of this service, where the browser comes back to'),
})
export const startBody = z.object({ return_to: path().nullish() }).prefault({})

/** What providers send back; the rest of it is not looked at. */
export const answer = z.object({
  state: text({ max: 2000 }).optional().describe('Which sign-in it is, as the provider was given it'),
  code: text({ max: 8000 }).optional().describe('What the tokens are fetched with'),
  iss: text({ max: 2000 }).optional().describe('Who the provider says that it is'),
  error: text({ max: 2000 }).optional().describe('Why the provider refuses'),
  error_description: text({ max: 8000 }).optional().describe('The same in its words'),
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
