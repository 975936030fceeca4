/** The path below which the service stands, `/cloud` of https://host/cloud; nothing where it has the host for itself. */
const BASE = globalThis.document?.documentElement.dataset.base ?? ''

/** For the router, which takes no empty one. */
export const routerBase = BASE || '/'

/** A path of the service as the browser has to ask for it. */
export const addressOf = (path: string): string => (path.startsWith('/') ? BASE + path : path)

/** Where people and programs reach the service, to be copied. */
export const ownAddress = (): string => location.origin + BASE

/** The path of an address of ours, as the service itself names it. */
export const pathOf = (address: string): string => {
  const { pathname } = new URL(address, location.origin)
  return pathname === BASE ? '/' : pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : pathname
}
