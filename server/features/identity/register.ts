import { v7 as uuidv7 } from 'uuid'
import { inTransaction, type Needs, type Role } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { hashOf } from '../../lib/tokens.ts'
import { firstTenant, insertTenant, insertUser, lockFirstRegistration, noUsers, spendInvite } from './queries.ts'
import { passwordOff, type SignedIn, type SignInPlace, startSession } from './sessions.ts'
import { mayMakeFirst, setupCodeNeeded } from './setup.ts'

export interface Registration {
  email: string
  password: string
  name: string
  invite?: string | null
  setup_code?: string | null
  /** An IANA name, or nothing. */
  timezone?: string | null
}

export interface RegisteringPlace extends SignInPlace {
  /** On this machine itself, with no proxy before it. */
  isLocal: boolean
}

export type StoreTimeZone = (context: Needs<'db'>, ownerId: string, timezone: string) => Promise<void>

export const emailTaken = () =>
  new AppError('conflict', 'email_taken', {
    en: 'This e-mail already has an account. Sign in, or use another e-mail.',
    ru: 'На этот адрес уже есть учётная запись. Войдите или укажите другой.',
  })

const inviteNeeded = () =>
  new AppError('forbidden', 'invite_needed', {
    en: 'Registration needs a valid invite. Ask the administrator for one.',
    ru: 'Для регистрации нужно действующее приглашение. Попросите его у администратора.',
  })

/** The first account makes the tenant and its administrator; later ones come by invite, or freely where that is allowed. */
export async function register(
  context: Needs<'config' | 'db' | 'signals' | 'passwords' | 'secrets'>,
  registration: Registration,
  place: RegisteringPlace,
  storeTimeZone: StoreTimeZone,
): Promise<SignedIn> {
  const mayBeFirst = await mayMakeFirst(context, registration.setup_code ?? '', place)
  // Outside the transaction: the hash takes long on purpose, and a connection is not to be held for it.
  const passwordHash = await context.passwords.hash(registration.password)
  return inTransaction(context, async tx => {
    const first = await lockFirstRegistration(tx.db)
    if (first && !mayBeFirst) throw setupCodeNeeded()
    if (!first && context.config.PASSWORD_LOGIN === 'off') throw passwordOff()
    const { tenantId, role } = await placeFor(tx, registration, first)
    const user = await insertUser(tx.db, {
      id: uuidv7(),
      tenantId,
      role,
      passwordHash,
      email: registration.email,
      name: registration.name,
    })
    if (!user) throw emailTaken()
    if (registration.timezone) await storeTimeZone(tx, user.id, registration.timezone)
    return startSession(tx, user, place)
  })
}

/** Unattended: the administrator that the configuration names, where there is no account yet. */
export async function makeFirstAdministrator(
  context: Needs<'config' | 'db' | 'signals' | 'passwords'>,
): Promise<boolean> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = context.config
  if (!email || !(await noUsers(context.db))) return false
  const passwordHash = await context.passwords.hash(password)
  return inTransaction(context, async tx => {
    if (!(await lockFirstRegistration(tx.db))) return false
    const tenantId = uuidv7()
    await insertTenant(tx.db, tenantId, email)
    await insertUser(tx.db, { id: uuidv7(), tenantId, role: 'admin', passwordHash, email, name: '' })
    return true
  })
}

async function placeFor(
  context: Needs<'config' | 'db'>,
  registration: Registration,
  first: boolean,
): Promise<{ tenantId: string; role: Role }> {
  if (first) {
    const tenantId = uuidv7()
    await insertTenant(context.db, tenantId, registration.name || registration.email)
    return { tenantId, role: 'admin' }
  }
  if (context.config.REGISTRATION === 'closed') throw inviteNeeded()
  if (registration.invite) {
    const invite = await spendInvite(context.db, hashOf(registration.invite))
    if (!invite) throw inviteNeeded()
    return { tenantId: invite.tenant_id, role: invite.role }
  }
  if (context.config.REGISTRATION === 'invite') throw inviteNeeded()
  const tenant = await firstTenant(context.db)
  return { tenantId: tenant!.id, role: 'user' }
}
