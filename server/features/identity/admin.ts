import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs, type Role } from '../../context.ts'
import { AppError, InvalidInput, notFound } from '../../lib/errors.ts'
import { hashOf, randomSecret } from '../../lib/tokens.ts'
import {
  firstTenant,
  insertInvite,
  insertTenant,
  insertUser,
  removeTokensOf,
  tenantExists,
  type User,
  updateUser,
} from './queries.ts'
import { emailTaken } from './register.ts'

const INVITE_DAYS = 7

export async function createUser(
  context: Needs<'db' | 'passwords'>,
  actor: Actor,
  input: { email: string; password: string; name: string; role: Role },
): Promise<User> {
  const user = await insertUser(context.db, {
    id: uuidv7(),
    tenantId: actor.tenantId,
    passwordHash: await context.passwords.hash(input.password),
    email: input.email,
    name: input.name,
    role: input.role,
  })
  if (!user) throw emailTaken()
  return user
}

/** A disabled user is signed out everywhere at once. An administrator cannot lock themselves out. */
export async function changeUser(
  context: Needs<'db' | 'signals' | 'tables'>,
  actor: Actor,
  userId: string,
  patch: { role?: Role; tariff?: string; disabled?: boolean },
): Promise<User> {
  if (userId === actor.ownerId && (patch.disabled || (patch.role && patch.role !== 'admin')))
    throw new AppError('conflict', 'own_account', {
      en: 'An administrator cannot disable or demote their own account. Ask another administrator.',
      ru: 'Администратор не может отключить или понизить себя. Попросите другого администратора.',
    })
  if (patch.tariff && !(patch.tariff in context.tables.tariffs.tariffs)) throw unknownTariff(context, patch.tariff)
  return inTransaction(context, async tx => {
    const user = await updateUser(tx.db, actor, userId, patch)
    if (!user) throw notFound('user')
    if (patch.disabled) await removeTokensOf(tx.db, userId)
    return user
  })
}

const unknownTariff = (context: Needs<'tables'>, input: string) =>
  new InvalidInput([
    {
      loc: ['body', 'tariff'],
      type: 'enum',
      input,
      ctx: { expected: Object.keys(context.tables.tariffs.tariffs).join(', ') },
    },
  ])

const firstTenantOnly = () =>
  new AppError('forbidden', 'first_tenant_only', {
    en: 'Only administrators of the first tenant may do this.',
    ru: 'Это могут только администраторы первой организации.',
  })

export async function assertFirstTenant(context: Needs<'db'>, actor: Actor): Promise<void> {
  const first = await firstTenant(context.db)
  if (first?.id !== actor.tenantId) throw firstTenantOnly()
}

export async function createInvite(
  context: Needs<'db'>,
  actor: Actor,
  input: { role: Role; tenant_id?: string | null },
): Promise<{ invite: string; expiresAt: Date }> {
  const tenantId = input.tenant_id ?? actor.tenantId
  if (tenantId !== actor.tenantId) {
    await assertFirstTenant(context, actor)
    if (!(await tenantExists(context.db, tenantId))) throw notFound('tenant')
  }
  return invite(context, tenantId, input.role)
}

async function invite(context: Needs<'db'>, tenantId: string, role: Role) {
  const secret = randomSecret()
  const { expires_at } = await insertInvite(context.db, { hash: hashOf(secret), tenantId, role, days: INVITE_DAYS })
  return { invite: secret, expiresAt: expires_at }
}

/** A new tenant is empty; its invite makes its first administrator. */
export async function createTenant(context: Needs<'db' | 'signals'>, actor: Actor, name: string) {
  await assertFirstTenant(context, actor)
  return inTransaction(context, async tx => {
    const tenant = await insertTenant(tx.db, uuidv7(), name)
    return { tenant: tenant!, ...(await invite(tx, tenant!.id, 'admin')) }
  })
}
