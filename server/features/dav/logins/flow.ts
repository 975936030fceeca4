import { createHash } from 'node:crypto'
import { type Actor, type Context, inTransaction, type Needs } from '../../../context.ts'
import { AppError, notFound } from '../../../lib/errors.ts'
import { assertScope } from '../../../lib/scopes.ts'
import { randomSecret } from '../../../lib/tokens.ts'
import { issueApiToken } from '../../identity/index.ts'
import { ownerActor } from '../../work/index.ts'
import { findOwner } from '../calendar/queries.ts'
import { findWaiting, grantLogin, insertLogin, refuseLogin, takeGranted } from './queries.ts'

/**
 * Login flow v2: a program opens a page in the browser and asks again and again whether the person has said yes there, signed in as
 * always, with the second factor where there is one. It never sees their password.
 */

const MINUTES = 20

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

const tooMany = () =>
  new AppError(
    'too_many',
    'rate_limited',
    {
      en: 'Too many devices are waiting to be let in. Try again in a few minutes.',
      ru: 'Слишком много устройств ждут разрешения. Повторите через несколько минут.',
    },
    { retryAfter: 60 },
  )

const deviceName = (agent: string | undefined): string => (agent ?? '').trim().slice(0, 100) || 'WebDAV'

export async function beginLogin(
  context: Needs<'db'>,
  agent: string | undefined,
): Promise<{ poll: string; flow: string }> {
  const [poll, flow] = [randomSecret(), randomSecret()]
  const made = await insertLogin(context.db, {
    pollHash: hashOf(poll),
    flowHash: hashOf(flow),
    name: deviceName(agent),
    minutes: MINUTES,
  })
  if (!made) throw tooMany()
  return { poll, flow }
}

export async function waitingLogin(context: Needs<'db'>, flow: string) {
  const found = await findWaiting(context.db, hashOf(flow))
  if (!found) throw notFound('device')
  return found
}

export async function decideLogin(context: Needs<'db'>, actor: Actor, flow: string, allow: boolean): Promise<void> {
  await waitingLogin(context, flow)
  // A token never makes one that may do what it may not.
  if (allow) assertScope(actor, 'files')
  const hash = hashOf(flow)
  const decided = allow ? await grantLogin(context.db, actor.ownerId, hash) : await refuseLogin(context.db, hash)
  if (!decided) throw notFound('device')
}

/** The password is made as the program comes for it: nobody else ever has it. */
export const collectLogin = (context: Context, poll: string): Promise<{ loginName: string; appPassword: string }> =>
  inTransaction(context, async tx => {
    const granted = await takeGranted(tx.db, hashOf(poll))
    if (!granted) throw notFound('device')
    const actor = await ownerActor(tx, granted.owner_id, 'en')
    const { token } = await issueApiToken(tx, actor, { name: granted.name, scopes: ['files'] })
    return { loginName: (await findOwner(tx.db, actor)).email, appPassword: token }
  })
