import type { Db, Needs } from '../../context.ts'
import { invalid } from '../../lib/errors.ts'
import { PrivateAddress } from '../../ports/outbound.ts'
import { type Connection, type ConnectionKind, findConnection, saveConnection } from './queries.ts'

/** What saving a connection has in common, whatever it leads to. */

/** The last characters of a secret that is long enough to lose them. */
export const hint = (secret: string) => (secret.length < 12 ? '…' : `…${secret.slice(-4)}`)

export async function assertReachable(context: Needs<'outbound'>, field: string, url: string): Promise<void> {
  await context.outbound.check(url).catch(error => {
    // A name that cannot be resolved today is for the check to tell; a wrong or private address is never stored.
    if (!(error instanceof PrivateAddress || error instanceof TypeError)) return
    const isPrivate = error instanceof PrivateAddress
    throw invalid(
      ['body', field],
      'value_error',
      {
        en: isPrivate ? 'The address leads into a private network.' : 'Give a full http or https address.',
        ru: isPrivate ? 'Адрес ведёт в частную сеть.' : 'Укажите полный адрес http или https.',
      },
      url,
    )
  })
}

export interface CheckedCard {
  kind: ConnectionKind
  config: Record<string, unknown>
  secret: string
  secret_hint: string
  /** What the check has found wrong; empty is well. */
  error: string
}

/**
 * Settings that do not work never replace ones that do: then the stored card stays as it is, and the answer says what was
 * wrong with the new ones.
 */
export async function keptOrNew(
  db: Db,
  ownerId: string,
  existing: Connection | undefined,
  { error, ...connection }: CheckedCard,
): Promise<Connection> {
  const works = error === ''
  if (!works && existing?.status === 'ok') return { ...existing, status: 'error', last_error: error }
  await saveConnection(db, ownerId, {
    ...connection,
    enabled: works && (existing?.status === 'ok' ? existing.enabled : true),
    status: works ? 'ok' : 'error',
    last_error: error,
  })
  return (await findConnection(db, ownerId, connection.kind))!
}
