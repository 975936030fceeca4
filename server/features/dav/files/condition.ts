import { DavRefusal } from '../kernel/outcome.ts'

/** The `If` header (RFC 4918, 10.4): lists of states, one of which must hold. */

interface State {
  not: boolean
  token?: string
  etag?: string
}

export interface StateList {
  /** The address it is about; without one, the address of the call. */
  resource?: string
  states: State[]
}

const malformed = () => new DavRefusal(400)

export function parseIf(header: string): StateList[] {
  const lists: StateList[] = []
  let [at, resource]: [number, string | undefined] = [0, undefined]
  const skip = () => {
    while (header[at] === ' ' || header[at] === '\t') at++
  }
  /** From the bracket here to the one that closes it. */
  const within = (close: string) => {
    const end = header.indexOf(close, at)
    if (end < 0) throw malformed()
    const inner = header.slice(at + 1, end)
    at = end + 1
    return inner
  }
  const states = (): State[] => {
    const found: State[] = []
    for (at++; ; ) {
      skip()
      const not = header.slice(at, at + 3).toLowerCase() === 'not'
      if (not) at += 3
      skip()
      if (header[at] === '<') found.push({ not, token: within('>') })
      else if (header[at] === '[') found.push({ not, etag: within(']') })
      else if (header[at] === ')' && !not && found.length > 0) break
      else throw malformed()
    }
    at++
    return found
  }
  for (skip(); at < header.length; skip()) {
    if (header[at] === '<') resource = within('>')
    else if (header[at] === '(') lists.push({ resource, states: states() })
    else throw malformed()
  }
  if (lists.length === 0) throw malformed()
  return lists
}

/** What a resource has: the tokens of the locks on it, and its ETag. */
export interface HeldLocks {
  tokens: string[]
  etag: string | undefined
}

const sameEtag = (one: string, other: string | undefined) => one.replace(/^W\//, '') === other

export const holds = ({ states }: StateList, { tokens, etag }: HeldLocks): boolean =>
  states.every(state => {
    const is = state.token === undefined ? sameEtag(state.etag!, etag) : tokens.includes(state.token)
    return is !== state.not
  })

/** The tokens that a caller shows to have. */
export const tokensIn = (lists: StateList[]): string[] =>
  lists.flatMap(({ states }) => states.flatMap(({ token, not }) => (token === undefined || not ? [] : [token])))
