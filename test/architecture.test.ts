import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
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
  ['usage'],
  ['collections', 'hidden', 'connections'],
  ['objects'],
  ['transcripts'],
  ['search', 'enrichment', 'uploads', 'drafts', 'previews', 'work', 'estimate', 'migration', 'calendar', 'tasks'],
  ['ingest', 'share', 'documents', 'recordings', 'dav', 'ask'],
  ['agent'],
]
const rowOf = (feature: string) => ROWS.findIndex(row => row.includes(feature))

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

  test('only app.ts knows the features from outside', () => {
    const wrong = server
      .filter(({ path }) => !featureOf(path) && path !== 'server/app.ts')
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

  test('SQL is in queries.ts, in db/, in jobs/ and in adapters', () => {
    expect(
      offenders(
        within('server/features'),
        ({ path, imports }) => imports.includes('kysely') && !path.endsWith('/queries.ts'),
      ),
    ).toEqual([])
    expect(offenders(within('server/http'), ({ imports }) => imports.includes('kysely'))).toEqual([])
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

  test('a vendor is met in one place', () => {
    const homes: [RegExp, RegExp][] = [
      [/^(fastify|@fastify\/|prom-client)/, /^server\/(http\/|app\.ts)/],
      [/^@aws-sdk\//, /^server\/adapters\/blobs\//],
      [/^nodemailer$/, /^server\/adapters\/mail\//],
      [/^ioredis$/, /^server\/adapters\/rate-counter\//],
      [/^@node-rs\/argon2$/, /^server\/adapters\/passwords\//],
      [/^pg$/, /^server\/db\//],
      [/^(sharp|@embedpdf\/)/, /^server\/adapters\//],
      [/^pino$/, /^server\/world\.ts$/],
      [/^az$/, /^server\/(lib\/russian\.ts|adapters\/describer\/morphology\.ts)$/],
      [/^eld/, /^server\/adapters\/(describer|embedder)\//],
      [/^onnxruntime-node$/, /^server\/adapters\/(embedder|judge|ear|transcriber)\//],
    ]
    const wrong = server.flatMap(({ path, imports }) =>
      homes
        .filter(([vendor, home]) => imports.some(target => vendor.test(target)) && !home.test(path))
        .map(([vendor]) => `${path}: ${vendor}`),
    )
    expect(wrong).toEqual([])
  })

  test('there is no cycle of files', () => {
    const graph = new Map([...server, ...web].map(({ path, imports }) => [path, imports]))
    const state = new Map<string, 'open' | 'done'>()
    const cycles: string[] = []
    const visit = (path: string, trail: string[]) => {
      if (state.get(path) === 'done') return
      if (state.get(path) === 'open') return void cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
      state.set(path, 'open')
      for (const target of graph.get(path) ?? []) if (graph.has(target)) visit(target, [...trail, path])
      state.set(path, 'done')
    }
    for (const path of graph.keys()) visit(path, [])
    expect(cycles).toEqual([])
  })

  test('in the web app, parts of the interface know no screen, and libraries know nobody', () => {
    const app = (folder: string) => web.filter(({ path }) => path.startsWith(`web/${folder}/`))
    const reaches = (target: RegExp) => (source: Source) => source.imports.some(name => target.test(name))
    expect(offenders(app('ui'), reaches(/^web\/(features|app)\//))).toEqual([])
    expect(offenders([...app('lib'), ...app('api')], reaches(/^web\/(features|app|ui)\//))).toEqual([])
    expect(offenders(web, reaches(/^server\//))).toEqual([])
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

  test('file names tell what is done', () => {
    const vague = /\/(utils?|helpers?|common|manager|service|types|constants)\.tsx?$/
    expect(offenders([...server, ...web], ({ path }) => vague.test(path))).toEqual([])
  })
})
