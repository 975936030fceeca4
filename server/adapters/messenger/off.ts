import type { Messenger } from '../../ports/messenger.ts'

const nowhere = async () => {
  throw new Error('no messenger is configured')
}

/** No messenger is configured. */
export const noMessenger: Messenger = {
  isOn: false,
  reaches: async () => false,
  send: nowhere,
  say: nowhere,
  acknowledge: nowhere,
  listen: nowhere,
}
