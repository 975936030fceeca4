import { AppError } from './errors.ts'

/** What a token may be limited to. */
export const SCOPES = ['read', 'write', 'delete', 'share', 'ask', 'agent', 'calendar', 'files', 'account'] as const

export type ScopeName = (typeof SCOPES)[number]

/** Sessions, and tokens without any, may do everything. */
export function assertScope(actor: { scopes?: ScopeName[] } | undefined, scope: ScopeName): void {
  if (!actor?.scopes || actor.scopes.includes(scope)) return
  throw new AppError(
    'forbidden',
    'scope_missing',
    {
      en: `This token may not do that: it lacks the scope "${scope}". Use a token that has it.`,
      ru: `Этому токену так нельзя: у него нет права «${scope}». Используйте токен с этим правом.`,
    },
    { fields: { scope } },
  )
}
