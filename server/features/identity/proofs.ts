import type { Actor, Needs } from '../../context.ts'
import { guarded } from './attempts.ts'
import { findSelf } from './queries.ts'
import { LOGIN_RULE, wrongPassword } from './sessions.ts'

/** The password of whoever is signed in, asked for once more. */
export async function assertPassword(
  context: Needs<'db' | 'passwords'>,
  actor: Actor,
  password: string,
): Promise<void> {
  const self = await findSelf(context.db, actor)
  const isRight = () => context.passwords.verify(self?.password_hash || undefined, password)
  await guarded(context, { key: `password:${actor.ownerId}`, rule: LOGIN_RULE, wrong: wrongPassword }, isRight)
}
