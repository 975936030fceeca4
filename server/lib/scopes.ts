/** What a token may be limited to. */
export const SCOPES = ['read', 'write', 'delete', 'share', 'ask', 'agent', 'calendar', 'files', 'account'] as const

export type Scope = (typeof SCOPES)[number]
