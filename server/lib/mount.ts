/** The service may stand below a path of a host that has other things too: `PUBLIC_URL=https://host/cloud`. */

/** `/cloud` of such an address, else nothing. */
export const mountOf = (publicUrl: string): string =>
  URL.canParse(publicUrl) ? new URL(publicUrl).pathname.replace(/\/$/, '') : ''

const WELL_KNOWN = '/.well-known/'

/**
 * The address as the routes know it, whether the proxy has taken the path away or left it. Well-known documents of a service
 * below a path stand at the top of the host, with the path behind their name (RFC 8414, RFC 9728).
 */
export function withoutMount(mount: string, url: string): string {
  if (mount === '') return url
  if (isBelow(mount, url)) return rooted(url.slice(mount.length))
  if (!url.startsWith(WELL_KNOWN)) return url
  const end = url.indexOf('/', WELL_KNOWN.length)
  const rest = end < 0 ? '' : url.slice(end)
  return isBelow(mount, rest) ? url.slice(0, end) + rest.slice(mount.length) : url
}

const isBelow = (mount: string, url: string): boolean =>
  url.startsWith(mount) && (url.length === mount.length || '/?'.includes(url[mount.length]!))

const rooted = (url: string): string => (url.startsWith('/') ? url : `/${url}`)

type Header = string | string[] | number | undefined

/** Headers that name a path of ours, as the browser has to read them. */
const OUTWARD = {
  'set-cookie': (mount: string, value: string) => value.replace(/; Path=\/?/, `; Path=${mount}/`),
  location: (mount: string, value: string) => (/^\/(?!\/)/.test(value) ? mount + value : value),
  link: (mount: string, value: string) => value.replace(/<\/(?!\/)/g, `<${mount}/`),
}

export const OUTWARD_HEADERS = Object.keys(OUTWARD) as (keyof typeof OUTWARD)[]

export const outward = (mount: string, name: keyof typeof OUTWARD, value: Header): Header => {
  const changed = (one: string) => OUTWARD[name](mount, one)
  return Array.isArray(value) ? value.map(changed) : typeof value === 'string' ? changed(value) : value
}
