import type { Actor } from '../../context.ts'
import type { Token, User } from './queries.ts'
import type { SignedIn } from './sessions.ts'

export const presentUser = ({ id, email, name, role, tenant_id, tariff, disabled, created_at }: User) => ({
  id,
  email,
  name,
  role,
  tenant_id,
  tariff,
  disabled,
  created_at,
})

export const presentSignedIn = ({ user, token, expiresAt }: SignedIn) => ({
  user: presentUser(user),
  token,
  expires_at: expiresAt,
})

export const presentToken = (token: Token, actor: Actor) => ({ ...token, current: token.id === actor.tokenId })
