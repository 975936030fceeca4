import type { Connection, Kind } from './queries.ts'

export const presentCard = (kind: Kind, connection: Connection | undefined, migration: object = {}) => ({
  kind,
  configured: connection !== undefined,
  enabled: connection?.enabled ?? false,
  status: connection?.status ?? 'not_configured',
  checked_at: connection?.checked_at?.toISOString() ?? '',
  last_error: connection?.last_error ?? '',
  config: connection?.config ?? {},
  migration,
  secret_hint: connection?.secret_hint ?? '',
})
