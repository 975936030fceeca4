import { z } from 'zod'
import { out, text, uuid } from '../../../lib/shapes.ts'

const code = () => text({ min: 1, max: 64 })
const encoded = (max: number) => text({ min: 1, max })

/** The browser's credential as JSON (PublicKeyCredential.toJSON); the verifier looks at the rest of it. */
export const credential = z
  .looseObject({
    id: encoded(2000),
    rawId: encoded(2000),
    type: z.literal('public-key'),
    response: z.record(z.string().max(100), z.unknown()),
  })
  .meta({ id: 'PasskeyCredential' })

export const newPasskey = credential.safeExtend({ name: text({ max: 100 }).default('') })

export const passkey = z
  .object({
    id: out.uuid(),
    name: z.string(),
    synced: z.boolean(),
    created_at: out.moment(),
    last_used_at: out.moment().nullable(),
  })
  .meta({ id: 'PasskeyOut' })
export const passkeyId = z.object({ passkey_id: uuid() })

/** What the browser is to be asked with: navigator.credentials takes it as it is. */
export const options = z.looseObject({ challenge: z.string() }).meta({ id: 'PasskeyOptions' })

export const totpSecret = z.object({ secret: z.string(), otpauth_url: z.string() }).meta({ id: 'TotpSecretOut' })
export const totpState = z.object({ on: z.boolean(), recovery_codes_left: z.int() }).meta({ id: 'TotpOut' })
export const totpCode = z.object({ code: code() })
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: 'RecoveryCodesOut' })

const one = (value: object) => Object.values(value).filter(given => given != null).length === 1
const ONE = { params: { type: 'missing' } }

export const totpRemoval = z
  .object({ password: text({ min: 1, max: 256 }).nullish(), code: code().nullish() })
  .refine(one, { ...ONE, path: ['password'] })

export const second = z
  .object({ challenge: text({ min: 1, max: 200 }), code: code().nullish(), credential: credential.nullish() })
  .refine(({ code, credential }) => one({ code, credential }), { ...ONE, path: ['code'] })

/** One of them. */
export const proof = z
  .object({
    password: text({ min: 1, max: 256 }).nullish(),
    code: code().nullish(),
    passkey: credential.nullish(),
    oidc: text({ min: 1, max: 200 }).nullish(),
  })
  .refine(one, { ...ONE, path: ['password'] })
