import { z } from 'zod'
import { SCOPES } from '../../lib/scopes.ts'
import { boolean, integer, list, out, text, uuid } from '../../lib/shapes.ts'

const given = () => text({ max: 4000 }).optional()

/** As a program sends the browser here with it (OAuth 2.1). */
export const authorizeRequest = z
  .object({
    client_id: given(),
    redirect_uri: given(),
    response_type: given(),
    code_challenge: given(),
    code_challenge_method: given(),
    scope: given(),
    state: given(),
    resource: given(),
  })
  .meta({ id: 'AppRequestIn' })

const scope = () => z.enum(SCOPES)

export const appRequest = z
  .object({ name: z.string(), redirect_host: z.string(), scopes: z.array(scope()) })
  .meta({ id: 'AppRequestOut' })

export const decision = authorizeRequest
  .extend({
    allow: boolean(),
    scopes: list(scope(), { max: SCOPES.length }).optional(),
    collection_id: uuid().nullish(),
    theme_id: uuid().nullish(),
    expires_in_days: integer({ min: 1, max: 3650 }).nullish(),
  })
  .meta({ id: 'AppDecisionIn' })

export const decided = z.object({ redirect_to: z.string() }).meta({ id: 'AppDecisionOut' })

const read = z.object({
  object_id: out.uuid(),
  filename: z.string(),
  characters: z.number(),
  last_at: out.moment(),
})

export const apps = z
  .object({
    items: z.array(
      z
        .object({
          id: out.uuid(),
          name: z.string(),
          scopes: z.array(scope()),
          collection_id: out.uuid().nullable(),
          theme_id: out.uuid().nullable(),
          created_at: out.moment(),
          last_used_at: out.moment().nullable(),
          expires_at: out.moment().nullable(),
          characters: z.number(),
          objects: z.array(read.meta({ id: 'AppReadOut' })),
        })
        .meta({ id: 'ConnectedAppOut' }),
    ),
  })
  .meta({ id: 'ConnectedAppList' })

/** OAuth says itself what is wrong with these. */
const loose = () => z.string().max(4000).optional().catch(undefined)
export const tokenRequest = z.object({
  grant_type: loose(),
  code: loose(),
  redirect_uri: loose(),
  client_id: loose(),
  code_verifier: loose(),
  refresh_token: loose(),
  resource: loose(),
})
export const revocation = z.object({ token: loose(), client_id: loose() })
export const registration = z.looseObject({
  redirect_uris: z.unknown().optional(),
  client_name: z.unknown().optional(),
})
