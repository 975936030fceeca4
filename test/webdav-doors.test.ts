import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, call, type Person, type Reply } from './support/client.ts'
import { aDataDir, type RunningServer, startServer } from './support/server.ts'
import { aProgramOf, type Program, propertyIn } from './support/webdav.ts'

/** What holds at every other door holds for every method of WebDAV, at each address that the tree has. */

const METHODS = ['PROPFIND', 'PROPPATCH', 'GET', 'HEAD', 'PUT', 'MKCOL', 'COPY', 'MOVE', 'DELETE', 'LOCK', 'UNLOCK']
const LOCK =
  '<d:lockinfo xmlns:d="DAV:"><d:lockscope><d:exclusive/></d:lockscope><d:locktype><d:write/></d:locktype></d:lockinfo>'
const PATCH =
  '<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><x xmlns="urn:x">1</x></d:prop></d:set></d:propertyupdate>'
const BODIES: Record<string, string> = { PUT: 'new content', LOCK, PROPPATCH: PATCH }

const rootsOf = ({ id }: Person) => ['/dav/files/', `/remote.php/dav/files/${id}/`, '/remote.php/webdav/']
const basic = (email: string, secret: string) => `Basic ${Buffer.from(`${email}:${secret}`).toString('base64')}`

/** A call of the method that would do something, were the thing there. */
function asked(method: string, root: string, path: string): { raw?: string; headers: Record<string, string> } {
  const headers: Record<string, string> = { depth: method === 'LOCK' ? '0' : '1' }
  if (method === 'COPY' || method === 'MOVE') headers.destination = `${root}to ${path}`
  if (method === 'UNLOCK') headers['lock-token'] = '<opaquelocktoken:00000000-0000-4000-8000-000000000000>'
  return { raw: BODIES[method], headers }
}

describe('every method', () => {
  let person: Person
  let program: Program
  beforeAll(async () => {
    person = await aPerson()
    program = await aProgramOf(person)
  })

  const each = async (
    path: string,
    authorization: string | undefined,
    see: (reply: Reply, what: { method: string; root: string }) => void,
  ) => {
    for (const root of rootsOf(person))
      for (const method of METHODS) {
        const { raw, headers } = asked(method, root, path)
        see(
          await call(method, root + path, {
            raw,
            headers: { ...headers, ...(authorization ? { authorization } : {}) },
          }),
          { method, root },
        )
      }
  }

  test('needs e-mail and token of one person, and the scope', async () => {
    await person.upload('mine.txt', 'mine')
    const other = await aPerson()
    const narrow = (await person.post('/v1/tokens', { name: 'calendar', scopes: ['calendar', 'read', 'write'] })).body
    const wrong: [string, string | undefined][] = [
      ['nobody', undefined],
      ['the password', basic(person.email, person.password)],
      ['a made-up token', basic(person.email, `${program.secret.slice(0, -4)}AAAA`)],
      ['the token of another', basic(other.email, program.secret)],
    ]
    for (const [who, authorization] of wrong)
      await each('mine.txt', authorization, (reply, what) => {
        expect({ who, ...what, status: reply.status }).toEqual({ who, ...what, status: 401 })
        expect(reply.headers.get('www-authenticate')).toContain('Basic')
      })
    await each('mine.txt', basic(person.email, narrow.token), (reply, what) => {
      expect({ ...what, status: reply.status }).toEqual({ ...what, status: 403 })
      if (what.method !== 'HEAD') expect(reply.body).toMatchObject({ code: 'scope_missing', scope: 'files' })
    })
    const { items } = (await person.get('/v1/objects')).body
    expect(items.map(({ filename, version }) => [filename, version])).toEqual([['mine.txt', 1]])
  })

  test('answers of what is hidden, in the trash or another’s as of what never was', async () => {
    const owner = await aPerson()
    const { dav } = await aProgramOf(owner)
    const other = await aPerson()
    await other.upload('unseen.txt', 'of another')
    const [hidden, trashed] = [await owner.upload('unseen.txt', 'hidden'), await owner.upload('unseen.txt', 'trashed')]
    await owner.patch(`/v1/objects/${hidden.id}`, { is_hidden: true })
    await owner.delete(`/v1/objects/${trashed.id}`)
    const root = '/dav/files/'
    const told = async (method: string, path: string) => {
      const { raw, headers } = asked(method, root, path)
      const reply = await dav(method, root + path, raw, headers)
      const text = reply.text.replaceAll(path, 'NAME').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      const clean = async (at: string) => dav('DELETE', root + at)
      // What was made by it goes again, so that the next method finds as little.
      if (['PUT', 'MKCOL', 'LOCK'].includes(method)) await clean(path)
      return { method, status: reply.status, text: text.replaceAll(/\d{4}-\d\d-\d\d[^<]*/g, 'TIME') }
    }
    for (const method of METHODS) expect(await told(method, 'unseen.txt')).toEqual(await told(method, 'nothing.txt'))
    const key = (await owner.post('/v1/hidden-pin/unlock')).body.hidden_token
    const open = owner.with({ 'x-hidden-token': key })
    expect((await open.get(`/v1/objects/${hidden.id}/content`)).text).toBe('hidden')
    expect((await open.get(`/v1/objects/${hidden.id}`)).body).toMatchObject({ version: 1, filename: 'unseen.txt' })
    // The tree of another, by their id.
    for (const method of METHODS) {
      const theirs = `/remote.php/dav/files/${other.id}/`
      const { raw, headers } = asked(method, theirs, 'unseen.txt')
      expect({ method, status: (await dav(method, `${theirs}unseen.txt`, raw, headers)).status }).toEqual({
        method,
        status: 404,
      })
    }
  })

  test('that reads XML refuses entities, what grows and what is no XML', async () => {
    const nested = `${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`
    const wide = `<propfind xmlns="DAV:"><prop>${'<x/>'.repeat(400_000)}</prop></propfind>`
    const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n} "${n ? `&a${n - 1};`.repeat(10) : '&a;'}">`).join('')}]><l>&a29;</l>`
    const outside = '<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><propfind xmlns="DAV:">&a;</propfind>'
    for (const root of ['/dav/files/', `/dav/calendars/${person.id}/`])
      for (const method of ['PROPFIND', 'PROPPATCH', 'LOCK', 'REPORT'].filter(
        method => method !== (root.includes('calendars') ? 'LOCK' : 'REPORT'),
      ))
        for (const [name, xml] of Object.entries({ nested, wide, laughs, outside, none: 'no XML' })) {
          const { status, text } = await program.dav(method, root, xml, { depth: '0' })
          expect({ root, method, name, isRefused: status >= 400 && status < 500 }).toEqual({
            root,
            method,
            name,
            isRefused: true,
          })
          expect(text).not.toContain('root:')
        }
  })
})

describe('limits', () => {
  let server: RunningServer
  beforeAll(async () => {
    const dataDir = await aDataDir()
    const file = join(dataDir, 'tariffs.json')
    const tariffs = { tiny: { monthly_rub: 1, storage_bytes: 1000 } }
    await writeFile(file, JSON.stringify({ default: 'tiny', tariffs }))
    const QUOTAS = 'user=5,pro=5,admin=1000,ip=1000'
    server = await startServer({ dataDir, env: { TARIFFS_FILE: file, RATE_LIMITS: 'on', QUOTAS } })
    await aPerson(server.url)
  }, 120_000)
  afterAll(() => server?.stop())

  test('of room hold for files, and for large ones in parts', async () => {
    const { person, dav } = await aProgramOf(await aPerson(server.url), server.url)
    const left = async () => {
      const body = '<propfind xmlns="DAV:"><prop><quota-available-bytes/></prop></propfind>'
      return propertyIn((await dav('PROPFIND', '/dav/files/', body, { depth: '0' })).text, 'D:quota-available-bytes')
    }
    expect(await left()).toBe('1000')
    expect((await dav('PUT', '/dav/files/a.txt', 'a'.repeat(900))).status).toBe(201)
    expect(await left()).toBe('100')
    const full = await dav('PUT', '/dav/files/b.txt', 'b'.repeat(101))
    expect(full.status).toBe(507)
    expect(full.text).toContain('quota-not-exceeded')
    // Over a file that is there: it stays as it was.
    expect((await dav('PUT', '/dav/files/a.txt', 'c'.repeat(900))).status).toBe(507)
    expect((await dav('GET', '/dav/files/a.txt')).text).toBe('a'.repeat(900))
    const uploads = `/remote.php/dav/uploads/${person.id}/large`
    const destination = `/remote.php/dav/files/${person.id}/large.txt`
    expect((await dav('MKCOL', uploads)).status).toBe(201)
    const sent = [
      await dav('PUT', `${uploads}/1`, 'd'.repeat(80)),
      await dav('PUT', `${uploads}/2`, 'e'.repeat(80)),
      await dav('MOVE', `${uploads}/.file`, undefined, { destination }),
    ]
    expect(sent.map(({ status }) => status)).toContain(507)
    expect((await dav('GET', destination)).status).toBe(404)
    expect((await dav('DELETE', uploads)).status).toBe(204)
    expect((await dav('PUT', '/dav/files/c.txt', 'c'.repeat(100))).status).toBe(201)
  })

  test('of calls hold for every method', async () => {
    const { person, dav } = await aProgramOf(await aPerson(server.url), server.url)
    // Bytes have ten times the calls; a window that ends in between begins anew.
    const spent = async () => {
      for (let n = 0; n < 500; n++)
        if ((await dav('PROPFIND', '/dav/files/', undefined, { depth: '0' })).status === 429) return
      throw new Error('nobody was stopped')
    }
    for (const root of rootsOf(person))
      for (const method of METHODS) {
        const { raw, headers } = asked(method, root, 'x.txt')
        let reply = await dav(method, `${root}x.txt`, raw, headers)
        for (let n = 0; reply.status !== 429 && n < 3; n++) {
          await spent()
          reply = await dav(method, `${root}x.txt`, raw, headers)
        }
        expect({ root, method, status: reply.status }).toEqual({ root, method, status: 429 })
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      }
  })
})

const hasCadaver = spawnSync('which', ['cadaver']).status === 0

test.runIf(hasCadaver)(
  `cadaver lists, sends, fetches, copies, moves, locks and removes${hasCadaver ? '' : ' (skipped: cadaver is not installed)'}`,
  { timeout: 60_000 },
  async () => {
    const { person, secret, dav } = await aProgramOf(await aPerson())
    const home = mkdtempSync(join(tmpdir(), 'dossier-cadaver-'))
    const { host, hostname } = new URL(baseUrl())
    writeFileSync(join(home, '.netrc'), `machine ${hostname}\nlogin ${person.email}\npassword ${secret}\n`, {
      mode: 0o600,
    })
    writeFileSync(join(home, 'letter.txt'), 'Dear Anna')
    const commands = [
      'mkcol Work',
      'cd Work',
      'put letter.txt',
      'copy letter.txt copy.txt',
      'move copy.txt moved.txt',
      'lock moved.txt',
      'discover moved.txt',
      'unlock moved.txt',
      'propset letter.txt colour red',
      'propget letter.txt colour',
      'ls',
      'get letter.txt back.txt',
      'delete letter.txt',
      'quit',
    ]
    const child = spawn('cadaver', [`http://${host}/dav/files/`], { cwd: home, env: { ...process.env, HOME: home } })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk))
    child.stdin.end(`${commands.join('\n')}\n`)
    await new Promise(done => child.once('close', done))
    expect(text).not.toMatch(/failed|error|Could not/i)
    expect(text).toContain('red')
    expect(text).toContain('moved.txt')
    expect(readFileSync(join(home, 'back.txt'), 'utf8')).toBe('Dear Anna')
    expect((await dav('GET', '/dav/files/Work/moved.txt')).text).toBe('Dear Anna')
    expect((await dav('GET', '/dav/files/Work/letter.txt')).status).toBe(404)
    const { items } = (await person.get('/v1/trash')).body
    expect(items.map(({ filename }) => filename)).toEqual(['letter.txt'])
    rmSync(home, { recursive: true })
  },
)
