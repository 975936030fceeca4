import { type Actor, inTransaction, type Needs } from '../../../context.ts'
import { notFound } from '../../../lib/errors.ts'
import { findUserByEmail, forgetTries, userOfTenant } from '../queries.ts'
import { removePasskeysOf, removeTotp } from './queries.ts'
import { codeTries } from './totp.ts'

/** For somebody who has lost what they sign in with: the app's secret, the recovery codes and the passkeys go, unread. */
async function reset(context: Needs<'db' | 'signals'>, ownerId: string): Promise<void> {
  await inTransaction(context, async tx => {
    await removeTotp(tx.db, ownerId)
    await removePasskeysOf(tx.db, ownerId)
    await forgetTries(tx.db, codeTries(ownerId))
  })
}

export async function resetFactorsByAdmin(context: Needs<'db' | 'signals'>, actor: Actor, userId: string) {
  if (!(await userOfTenant(context.db, actor, userId))) throw notFound('user')
  await reset(context, userId)
}

/** For the operator at the machine. False when there is no such account. */
export async function resetFactorsByOperator(context: Needs<'db' | 'signals'>, email: string): Promise<boolean> {
  const user = await findUserByEmail(context.db, email.trim().toLowerCase())
  if (user) await reset(context, user.id)
  return user !== undefined
}
