import type { Method } from './route.ts'

/** A known path with a method it does not have: 405 with the ones it has. */

export interface KnownPath {
  path: string
  segments: string[]
  methods: Method[]
}

const EVERY_METHOD: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const LONGEST_PARAM = 1000

const isParam = (segment: string) => segment.startsWith(':')

export function knownPaths(routes: { path: string; method: Method }[]): KnownPath[] {
  const known = new Map<string, KnownPath>()
  for (const { path, method } of routes) {
    const segments = path.split('/').map(segment => (isParam(segment) ? ':' : segment))
    const key = segments.join('/')
    const entry = known.get(key) ?? { path, segments, methods: [] }
    entry.methods.push(method)
    known.set(key, entry)
  }
  // Where several fit an address, the router takes the one that is fixed where the other has a parameter.
  const order = ({ segments }: KnownPath) =>
    segments.map(segment => (segment === '*' ? '2' : isParam(segment) ? '1' : `0${segment}`)).join('/')
  return [...known.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

/** The path that fits this address; undefined where it takes the method, or where that is none of ours. */
export function pathWithout(known: KnownPath[], method: string, url: string): KnownPath | undefined {
  if (!EVERY_METHOD.includes(method as Method)) return undefined
  const segments = decoded(/^[^?#]*/.exec(url)![0]).split('/')
  const found = known.find(candidate => fits(candidate.segments, segments))
  return found?.methods.includes(method as Method) ? undefined : found
}

/** Of the fixed path (`/files/zip`) the methods that the router would take for those of the wider one (`/files/:id`). */
export function shadowed(known: KnownPath[]): { path: string; method: Method; instead: Method[] }[] {
  return known.flatMap(({ path, segments, methods }) =>
    EVERY_METHOD.filter(method => !methods.includes(method))
      .filter(method =>
        known.some(wider => wider.methods.includes(method) && wider.path !== path && fits(wider.segments, segments)),
      )
      .map(method => ({ path, method, instead: methods })),
  )
}

function fits(pattern: string[], segments: string[]): boolean {
  const rest = pattern.at(-1) === '*'
  if (rest ? segments.length < pattern.length : segments.length !== pattern.length) return false
  return pattern.every((part, index) => {
    const segment = segments[index]!
    return part === '*' || part === segment || (isParam(part) && segment.length <= LONGEST_PARAM)
  })
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
