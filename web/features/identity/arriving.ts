import { post } from '../../api/call.ts'
import { addressOf, pathOf } from '../../lib/base.ts'
import { store } from '../../lib/store.ts'

/** What an address brings along behind the #, which leaves it at once: how a way round by the provider ended, or a link of the operator. */

const KINDS = ['oidc', 'oidc_proof', 'enter'] as const
type Kind = (typeof KINDS)[number]

function fromAddress(): Partial<Record<Kind, string>> {
  const [, kind, value] = /^#(oidc|oidc_proof|enter)=([\w-]+)$/.exec(location.hash) ?? []
  if (!kind || !value) return {}
  history.replaceState(history.state, '', location.pathname + location.search)
  return { [kind]: value }
}

export const arriving = store(fromAddress())

/** A proof from the provider is handed over as soon as the page is there; true when it counts. */
export async function takeProof(): Promise<boolean> {
  const { oidc_proof: oidc } = arriving.get()
  if (!oidc) return false
  arriving.set({})
  await post('/v1/auth/confirm', { oidc })
  return true
}

const here = () => pathOf(location.href) + location.search

export const startAtProvider = (): void =>
  location.assign(addressOf(`/v1/auth/oidc/start?return_to=${encodeURIComponent(here())}`))

/** Links the account at the provider, or proves by it who is here; the page is left and comes back. */
export async function goToProvider(purpose: 'link' | 'confirm'): Promise<void> {
  const { url } = await post(`/v1/auth/oidc/${purpose}`, { return_to: here() })
  location.assign(url)
}
