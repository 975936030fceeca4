import type { Messenger } from '../../ports/messenger.ts'

/** No messenger is connected to this installation. */
export const noMessenger: Messenger = {
  isOn: false,
  reaches: async () => false,
  send: async () => {
    throw new Error('no messenger is connected')
  },
}
