import type { Person } from './client.ts'
import type { HostileInput, Place } from './hostile-inputs.ts'
import { aProgramOf } from './webdav.ts'

/** What a program could send over WebDAV to hold everybody up. */

const FILES = '/dav/files/'

const sending = (
  name: string,
  method: string,
  body: string | undefined,
  more: { headers?: Record<string, string>; path?: string; sample?: true } = {},
): HostileInput => ({
  name: `WebDAV: ${name}`,
  sample: more.sample,
  run: async (attacker: Person, { base }: Place) =>
    (await aProgramOf(attacker, base)).dav(method, FILES + (more.path ?? ''), body, { depth: '0', ...more.headers }),
})

const properties = (n: number) =>
  Array.from({ length: n }, (_, at) => `<x${at} xmlns="urn:${at % 7}">${at}</x${at}>`).join('')

export const hostileDav: HostileInput[] = [
  sending(
    'a question for 8,000 properties',
    'PROPFIND',
    `<propfind xmlns="DAV:"><prop>${properties(8_000)}</prop></propfind>`,
    { sample: true },
  ),
  sending(
    'an update of 8,000 properties',
    'PROPPATCH',
    `<propertyupdate xmlns="DAV:"><set><prop>${properties(8_000)}</prop></set></propertyupdate>`,
    { sample: true },
  ),
  sending('a tree of 20,000 elements', 'PROPFIND', `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`, { sample: true }),
  sending('a condition of 1,000 lists', 'PUT', 'x', {
    headers: { if: '(["x"])'.repeat(1_000) },
    path: 'conditions.txt',
    sample: true,
  }),
  sending('a path of 900 names', 'MKCOL', undefined, { path: 'a/'.repeat(900) }),
]
