import { z } from 'zod'
import type { ErrorCode } from '../lib/refusals.ts'
import { SCOPES } from '../lib/scopes.ts'
import { out } from '../lib/shapes.ts'

/** What refusals say for programs beside their sentence. */

const sameFile = z.strictObject({ object_id: out.uuid() }).meta({ id: 'SameFileFacts' })

export const FACTS: Partial<Record<ErrorCode, z.ZodType>> = {
  second_factor: z
    .strictObject({
      challenge: z.string().describe('For POST /v1/auth/login/second'),
      expires_at: out.moment(),
      methods: z.array(z.enum(['code', 'passkey'])),
    })
    .meta({ id: 'SecondFactorFacts', description: 'How a sign-in goes on whose password was right' }),
  duplicate: sameFile,
  name_taken: sameFile,
  call_too_dear: z.strictObject({ cost_rub: z.number(), remaining_rub: z.number() }).meta({ id: 'CallTooDearFacts' }),
  scope_missing: z.strictObject({ scope: z.enum(SCOPES) }).meta({ id: 'ScopeMissingFacts' }),
  oauth_refused: z
    .strictObject({ error: z.string(), error_description: z.string(), redirect_to: z.string().optional() })
    .meta({ id: 'OauthRefusedFacts' }),
}
