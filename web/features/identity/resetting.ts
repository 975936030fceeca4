import { store } from '../../lib/store.ts'

/** The secret of a link for a new password. It stands behind the #, and leaves the address at once. */
function fromAddress(): string | undefined {
  const token = /^#reset=([\w-]+)$/.exec(location.hash)?.[1]
  if (token) history.replaceState(history.state, '', location.pathname)
  return token
}

export const resetting = store<string | undefined>(fromAddress())
