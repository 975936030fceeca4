import { z } from 'zod'
import { SCOPES } from '../../lib/scopes.ts'
import { boolean, integer, out, text, uuid } from '../../lib/shapes.ts'
import { isTimeZone } from '../../lib/time-zones.ts'

const EMAIL = /^[^\s@<>"']{1,64}@[^\s@<>"']{1,190}$/u

const email = () =>
  text({ min: 3, max: 255 })
    .refine(value => EMAIL.test(value.trim()), { params: { type: 'value_error' } })
    .transform(value => value.trim().toLowerCase())

const password = () => text({ min: 8, max: 256 })

export const role = z.enum(['user', 'pro', 'admin'])

export const user = z
  .object({
    id: out.uuid(),
    email: z.string(),
    name: z.string(),
    role,
    tenant_id: out.uuid(),
    tariff: z.string(),
    disabled: z.boolean(),
    created_at: out.moment(),
  })
  .meta({ id: 'UserOut' })

export const registration = z.object({
  email: email(),
  password: password(),
  name: text({ max: 200 }).default(''),
  invite: text({ max: 200 }).nullish(),
  setup_code: text({ max: 200 }).nullish(),
  timezone: text({ max: 64 })
    .refine(name => name === '' || isTimeZone(name), { params: { type: 'value_error' } })
    .nullish(),
})

export const registered = z.object({ user, token: z.string(), expires_at: out.moment() }).meta({ id: 'SignedIn' })

export const state = z
  .object({
    first_run: z.boolean(),
    setup_code: z.boolean(),
    registration: z.enum(['invite', 'open', 'closed']),
    user: user.nullable(),
    language: z.enum(['ru', 'en']).nullable(),
    timezone: z.string().nullable(),
  })
  .meta({ id: 'AuthState' })

export const methods = z
  .object({
    password: z.boolean(),
    oidc: z.object({ name: z.string() }).nullable(),
    passkey: z.boolean(),
    registration: z.enum(['invite', 'open', 'closed']),
  })
  .meta({ id: 'AuthMethods' })

/** `link: false` leaves an account of the provider that waits in this browser unlinked. */
export const login = z.object({
  email: text({ min: 1, max: 255 }),
  password: text({ min: 1, max: 256 }),
  link: boolean().default(true),
})
export const loginLink = z.object({ token: text({ min: 1, max: 200 }) })

/** `logout_url`: where the session at the provider is ended, for one that began there. */
export const loggedOut = z.object({ ok: z.boolean(), logout_url: z.string().optional() }).meta({ id: 'LoggedOut' })

export const passwordChange = z.object({
  current: text({ min: 1, max: 256 }).optional(),
  new: password(),
  end_tokens: boolean().default(false),
})

export const confirmed = z.object({ ok: z.boolean(), expires_at: out.moment() }).meta({ id: 'ConfirmedOut' })

export const profilePatch = z.object({
  name: text({ max: 200 }).optional(),
  email: email().optional(),
  current: text({ min: 1, max: 256 }).nullish(),
})

export const session = z
  .object({
    id: out.uuid(),
    device: z.string(),
    address: z.string(),
    created_at: out.moment(),
    last_used_at: out.moment().nullable(),
    expires_at: out.moment().nullable(),
    current: z.boolean(),
  })
  .meta({ id: 'SessionOut' })
export const sessionId = z.object({ session_id: uuid() })

export const forgotten = z.object({ email: text({ min: 1, max: 255 }) })
export const reset = z.object({ token: text({ min: 1, max: 200 }), password: password() })
export const resetLink = z.object({ reset_url: z.string(), expires_at: out.moment() }).meta({ id: 'ResetLinkOut' })

const scope = z.enum(SCOPES)

export const tokenRequest = z.object({
  name: text({ min: 1, max: 200 }),
  expires_in_days: integer({ min: 1, max: 3650 }).nullish(),
  scopes: z.array(scope).min(1).max(20).nullish(),
})

export const token = z
  .object({
    id: out.uuid(),
    name: z.string(),
    kind: z.enum(['session', 'api']),
    prefix: z.string(),
    created_at: out.moment(),
    last_used_at: out.moment().nullable(),
    expires_at: out.moment().nullable(),
    scopes: z.array(scope).nullable(),
    current: z.boolean(),
  })
  .meta({ id: 'TokenOut' })

export const newToken = token.extend({ token: z.string() }).meta({ id: 'NewTokenOut' })

export const tokenId = z.object({ token_id: uuid() })
export const userId = z.object({ user_id: uuid() })
export const jobId = z.object({ job_id: uuid() })

export const newUser = z.object({
  email: email(),
  password: password(),
  name: text({ max: 200 }).default(''),
  role: role.default('user'),
})

export const userPatch = z.object({
  role: role.optional(),
  tariff: text({ max: 100 }).optional(),
  disabled: boolean().optional(),
})

export const inviteRequest = z
  .object({
    role: role.default('user'),
    tenant_id: uuid().nullish(),
    email: email().nullish().describe('where the link is sent, if the service can send mail'),
  })
  .prefault({})
export const invite = z
  .object({ invite: z.string(), expires_at: out.moment(), mailed: z.boolean() })
  .meta({ id: 'InviteOut' })

export const tenantRequest = z.object({ name: text({ min: 1, max: 200 }) })
export const tenant = z
  .object({
    tenant: z.object({ id: out.uuid(), name: z.string(), created_at: out.moment() }),
    invite: z.string(),
    expires_at: out.moment(),
  })
  .meta({ id: 'TenantOut' })

export const jobsOverview = z
  .object({
    queues: z.array(
      z.object({
        name: z.string(),
        waiting: z.int(),
        delayed: z.int(),
        running: z.int(),
        dead: z.int(),
        done_last_hour: z.int(),
        eta_seconds: z.int().nullable(),
      }),
    ),
    running: z.array(
      z.object({
        id: out.uuid(),
        name: z.string(),
        owner_id: out.uuid(),
        attempt: z.int(),
        progress: z.number(),
        started_at: out.moment(),
      }),
    ),
    dead: z.array(
      z.object({
        id: out.uuid(),
        name: z.string(),
        owner_id: out.uuid(),
        attempt: z.int(),
        error: z.string(),
        created_at: out.moment(),
        finished_at: out.moment(),
      }),
    ),
  })
  .meta({ id: 'JobsOut' })
