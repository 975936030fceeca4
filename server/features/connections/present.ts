import type { Needs } from '../../context.ts'
import { serviceModel } from './model.ts'
import type { Connection, ConnectionKind } from './queries.ts'

export const presentCard = (kind: ConnectionKind, connection: Connection | undefined, migration: object = {}) => ({
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

/** Whoever brought no model of their own sees what the service provides, but not where. */
export function modelCard(context: Needs<'config'>, connection: Connection | undefined) {
  const service = connection ? undefined : serviceModel(context)
  if (!service) return presentCard('llm', connection)
  return {
    ...presentCard('llm', undefined),
    configured: true,
    enabled: true,
    status: 'unchecked' as const,
    config: { provided_by: 'service', model: service.model, embedding_model: service.embeddingModel },
  }
}
