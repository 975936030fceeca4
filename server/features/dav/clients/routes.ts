import { z } from 'zod'
import type { Actor, Context } from '../../../context.ts'
import { type Incoming, type Method, type Route, route } from '../../../http/route.ts'
import { notFound } from '../../../lib/errors.ts'
import { findOwner } from '../calendar/queries.ts'
import { answered, callOf, type Mount, tree } from '../files/index.ts'
import type { DavOutcome } from '../kernel/outcome.ts'
import { begin, type ChunkPart, finish, giveUp, list, receive } from './chunks.ts'

/** What the sync clients of Nextcloud ask for, as far as files go. They are told of nothing that is not here. */

const VERSION = { major: 27, minor: 1, micro: 0, string: '27.1.0' }

const shared = { tag: 'dav', scope: 'files', undocumented: true } as const

/** Where the operator has switched them off there is nothing. */
function assertOn(context: Context): void {
  if (!context.config.DAV_CLIENTS) throw notFound('object')
}

const status = route({
  ...shared,
  method: 'GET',
  path: '/status.php',
  summary: 'What sync clients look for first',
  access: 'public',
  replies: 'application/json',
  run: async context => {
    assertOn(context)
    return {
      installed: true,
      maintenance: false,
      needsDbUpgrade: false,
      version: `${VERSION.string}.0`,
      versionstring: VERSION.string,
      edition: '',
      productname: 'Dossier',
      extendedSupport: false,
    }
  },
})

const CAPABILITIES = {
  version: { ...VERSION, edition: '', extendedSupport: false },
  capabilities: {
    core: { pollinterval: 60, 'webdav-root': 'remote.php/webdav' },
    dav: { chunking: '1.0' },
    files: { bigfilechunking: true, undelete: true, versioning: false },
    checksums: { supportedTypes: ['SHA1', 'MD5', 'ADLER32'], preferredUploadType: 'SHA1' },
    // What two sides have changed at once is kept by both.
    uploadConflictFiles: true,
    files_sharing: { api_enabled: false, public: { enabled: false } },
  },
}

async function userOf(context: Context, actor: Actor) {
  const { email, name } = await findOwner(context.db, actor)
  return { id: actor.ownerId, enabled: true, email, 'display-name': name || email, displayname: name || email }
}

const ocs = (path: string, version: 1 | 2, data: (context: Context, actor: Actor) => Promise<object>) =>
  route({
    ...shared,
    method: 'GET',
    path: `/ocs/v${version}.php/cloud/${path}`,
    summary: `For sync clients: ${path}`,
    basic: true,
    bytes: true,
    replies: 'application/json',
    query: z.object({ format: z.string().optional() }),
    run: async (context, { actor }) => {
      assertOn(context)
      const meta = { status: 'ok', statuscode: version === 1 ? 100 : 200, message: 'OK' }
      return { ocs: { meta, data: await data(context, actor) } }
    },
  })

const filesOf = (actor: Actor): Mount => ({ base: `/remote.php/dav/files/${actor.ownerId}/` })
const uploadsOf = (actor: Actor) => `/remote.php/dav/uploads/${actor.ownerId}/`

function partIn(base: string, path: string): ChunkPart {
  const [upload, name, ...rest] = path.startsWith(base) ? path.slice(base.length).split('/').filter(Boolean) : []
  if (!upload || !/^[\w.-]{1,100}$/.test(upload) || rest.length > 0) throw notFound('upload')
  return { upload, name }
}

type Step = (context: Context, actor: Actor, incoming: Incoming, part: ChunkPart) => Promise<DavOutcome>

const STEPS: [Method, Step][] = [
  ['MKCOL', (context, actor, _incoming, part) => begin(context, actor, part)],
  ['PUT', (context, actor, incoming, part) => receive(context, actor, part, incoming.body)],
  ['PROPFIND', (context, actor, _incoming, part) => list(context, actor, uploadsOf(actor), part)],
  ['DELETE', (context, actor, _incoming, part) => giveUp(context, actor, part)],
  [
    'MOVE',
    (context, actor, incoming, part) => {
      const mount = filesOf(actor)
      return finish(context, actor, part, { ...callOf(mount, { ...incoming, path: mount.base }), mount })
    },
  ],
]

const uploads = STEPS.map(([method, step]) =>
  route({
    ...shared,
    method,
    path: '/remote.php/dav/uploads/*',
    summary: `A large file in parts: ${method}`,
    basic: true,
    bytes: true,
    takes: 'raw',
    replies: 'application/xml',
    run: (context, { actor: caller, incoming }) => {
      assertOn(context)
      const actor = { ...caller, unlocked: false }
      return answered(step(context, actor, incoming, partIn(uploadsOf(actor), incoming.path)), incoming)
    },
  }),
)

const guarded = (routes: Route[]): Route[] =>
  routes.map(one => ({
    ...one,
    run: async (context, input) => {
      assertOn(context)
      return one.run(context, input)
    },
  }))

export const clientDavRoutes: Route[] = [
  status,
  ...([1, 2] as const).flatMap(version => [
    ocs('capabilities', version, async () => CAPABILITIES),
    ocs('user', version, userOf),
  ]),
  ...guarded(
    ['/remote.php/dav/files/*', '/remote.php/webdav', '/remote.php/webdav/*'].flatMap(path =>
      tree(path, path.includes('webdav') ? () => ({ base: '/remote.php/webdav/' }) : filesOf),
    ),
  ),
  ...uploads,
]
