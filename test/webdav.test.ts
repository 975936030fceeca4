import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, Person } from './support/client.ts'
import { aDataDir, startServer } from './support/server.ts'
import { aProgramOf, type Program, propertyIn, responsesIn } from './support/webdav.ts'

/** Files as programs of other people see them: by hand, by litmus and by rclone. */

const FILES = '/dav/files/'
const has = (program: string) => spawnSync('which', [program]).status === 0
const lacking = (program: string) => (has(program) ? '' : ` (skipped: ${program} is not installed)`)

/** Without blocking this process, which may have the server's pipe to read. */
function run(program: string, args: string[], cwd?: string): Promise<{ status: number | null; text: string }> {
  const child = spawn(program, args, { cwd })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk))
  return new Promise(done => child.once('close', status => done({ status, text })))
}

describe('WebDAV', () => {
  let anna: Program
  beforeAll(async () => {
    anna = await aProgramOf(await aPerson())
  })

  const list = async (path: string, program = anna) =>
    responsesIn((await program.dav('PROPFIND', path, undefined, { depth: '1' })).text)
  const namesIn = async (path: string, program = anna) => [...(await list(path, program)).keys()].slice(1)
  const etag = async (path: string, program = anna) => {
    const { text } = await program.dav('PROPFIND', path, undefined, { depth: '0' })
    return propertyIn(text, 'D:getetag')
  }

  test.runIf(has('litmus'))(`passes litmus${lacking('litmus')}`, { timeout: 240_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dossier-litmus-'))
    const { person, secret } = await aProgramOf(await aPerson())
    const { status, text } = await run('litmus', ['-k', baseUrl() + FILES, person.email, secret], folder)
    expect(text.split('\n').filter(line => /FAIL|WARNING/.test(line))).toEqual([])
    expect(text.match(/ 0 failed/g)).toHaveLength(5)
    expect(status).toBe(0)
    rmSync(folder, { recursive: true })
  })

  test.runIf(has('rclone'))(
    `syncs both ways with rclone${lacking('rclone')}`,
    { timeout: 240_000, tags: ['long'] },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'dossier-rclone-'))
      const [here, there] = [join(folder, 'here'), join(folder, 'there')]
      mkdirSync(join(here, 'Договоры', 'old'), { recursive: true })
      for (let n = 0; n < 40; n++) {
        writeFileSync(join(here, `${n} #%& +.txt`), `text ${n}`)
        writeFileSync(join(here, 'Договоры', `№ ${n}.txt`), `договор ${n}`)
      }
      writeFileSync(join(here, 'Договоры', 'old', 'large.bin'), Buffer.alloc(700_000, 'ab'))
      const program = await aProgramOf(await aPerson())
      const secret = (await run('rclone', ['obscure', program.secret])).text.trim().split('\n').at(-1)
      const remote = `:webdav,url='${baseUrl()}/dav/files',vendor=nextcloud,user='${program.person.email}',pass='${secret}':rclone`
      const rclone = (...args: string[]) => run('rclone', ['--config', '/dev/null', ...args])
      expect((await rclone('sync', here, remote)).status).toBe(0)
      expect((await rclone('check', '--download', here, remote)).text).toContain('81 matching files')
      // By checksums and times alone.
      expect((await rclone('check', here, remote)).text).toContain('0 differences found')
      expect((await rclone('sync', '-v', here, remote)).text).toMatch(/Transferred:\s+0 B/)
      expect((await rclone('sync', remote, there)).status).toBe(0)
      expect(spawnSync('diff', ['-r', here, there]).stdout.toString()).toBe('')
      rmSync(folder, { recursive: true })
    },
  )

  test('is signed in to with e-mail and API token alone, and has one person’s files', async () => {
    const bert = await aProgramOf(await aPerson())
    await bert.dav('PUT', `${FILES}mine.txt`, 'Bert')
    expect((await anna.dav('GET', `${FILES}mine.txt`)).status).toBe(404)
    expect((await anna.person.call('PROPFIND', FILES)).status).toBe(401)
    const { body } = await anna.person.post('/v1/tokens', { name: 'calendar', scopes: ['calendar'] })
    const authorization = `Basic ${Buffer.from(`${anna.person.email}:${body.token}`).toString('base64')}`
    const refused = await anna.dav('PROPFIND', FILES, undefined, { authorization })
    expect([refused.status, refused.body.scope]).toEqual([403, 'files'])
    expect((await anna.dav('OPTIONS', FILES)).headers.get('dav')).toContain('1, 2')
  })

  test('what is put is a file like any other; what is put over it is a revision; what is removed is in the trash', async () => {
    await anna.dav('MKCOL', `${FILES}Papers`)
    const made = await anna.dav('PUT', `${FILES}Papers/letter.txt`, 'one', { 'x-oc-mtime': '1600000000' })
    expect(made.status).toBe(201)
    const again = await anna.dav('PUT', `${FILES}Papers/letter.txt`, 'two two')
    expect(again.status).toBe(204)
    expect(again.headers.get('oc-fileid')).toBe(made.headers.get('oc-fileid'))
    const { items } = (await anna.person.get('/v1/objects')).body
    const letter = items.find((item: { filename: string }) => item.filename === 'letter.txt')!
    expect(letter.id.replaceAll('-', '')).toBe(made.headers.get('oc-fileid'))
    const revisions = (await anna.person.get(`/v1/objects/${letter.id}/revisions`)).body.items
    expect(revisions).toHaveLength(1)
    expect((await anna.dav('GET', `${FILES}Papers/letter.txt`)).text).toBe('two two')
    expect((await anna.dav('DELETE', `${FILES}Papers`)).status).toBe(204)
    expect((await anna.dav('GET', `${FILES}Papers/letter.txt`)).status).toBe(404)
    const found = (await anna.person.get('/v1/trash?limit=200')).body.items
    expect(found.map((item: { id: string }) => item.id)).toContain(letter.id)
  })

  test('the moment that a client gives is kept, and its checksum is checked and given back', async () => {
    const sum = 'SHA1:fe05bcdcdc4928012781a5f1a2a77cbb5398e106'
    const headers = { 'x-oc-mtime': '1600000000', 'oc-checksum': sum }
    expect((await anna.dav('PUT', `${FILES}sum.txt`, 'wrong', headers)).status).toBe(400)
    expect((await anna.dav('GET', `${FILES}sum.txt`)).status).toBe(404)
    const { status, headers: told } = await anna.dav('PUT', `${FILES}sum.txt`, 'one', headers)
    expect([status, told.get('x-oc-mtime')]).toEqual([201, 'accepted'])
    const body =
      '<d:propfind xmlns:d="DAV:" xmlns:o="http://owncloud.org/ns"><d:prop><d:getlastmodified/><o:checksums/></d:prop></d:propfind>'
    const { text } = await anna.dav('PROPFIND', `${FILES}sum.txt`, body, { depth: '0' })
    expect(text).toContain('Sun, 13 Sep 2020 12:26:40 GMT')
    expect(text).toContain(sum)
    const { items } = (await anna.person.get('/v1/objects')).body
    const file = items.find((item: { filename: string }) => item.filename === 'sum.txt')!
    expect(file.modified_at).toBe('2020-09-13T12:26:40.000Z')
  })

  test('conditions bind', async () => {
    const path = `${FILES}bound.txt`
    const first = await anna.dav('PUT', path, 'a', { 'if-none-match': '*' })
    expect(first.status).toBe(201)
    expect((await anna.dav('PUT', path, 'b', { 'if-none-match': '*' })).status).toBe(412)
    expect((await anna.dav('PUT', path, 'b', { 'if-match': '"other"' })).status).toBe(412)
    expect((await anna.dav('PUT', path, 'b', { 'if-match': first.headers.get('etag')! })).status).toBe(204)
    expect((await anna.dav('GET', path, undefined, { range: 'bytes=0-0' })).status).toBe(206)
    const { headers } = await anna.dav('GET', path)
    expect((await anna.dav('GET', path, undefined, { 'if-none-match': headers.get('etag')! })).status).toBe(304)
  })

  test('names that stand twice are told apart, and keep what they are called', async () => {
    const { id } = await anna.person.folder('Twice')
    const one = await anna.person.upload('a.txt', 'one', `?collection_id=${id}`)
    const second = await anna.person.upload('a.txt', 'two', `?collection_id=${id}`)
    const path = `${FILES}Twice/`
    expect(await namesIn(path)).toEqual([`${path}a.txt`, `${path}a (2).txt`])
    expect((await anna.dav('GET', `${path}a (2).txt`)).text).toBe('two')
    await anna.person.delete(`/v1/objects/${one.id}`)
    expect(await namesIn(path)).toEqual([`${path}a (2).txt`])
    await anna.dav('PUT', `${path}a.txt`, 'three')
    expect((await anna.dav('GET', `${path}a (2).txt`)).text).toBe('two')
    expect((await anna.dav('GET', `${path}a.txt`)).text).toBe('three')
    // The name that it has in truth is free again.
    await anna.dav('DELETE', `${path}a.txt`)
    await anna.dav('MOVE', `${path}a (2).txt`, undefined, { destination: `${baseUrl()}${path}a.txt` })
    expect(await namesIn(path)).toEqual([`${path}a.txt`])
    await anna.dav('MOVE', `${path}a.txt`, undefined, { destination: `${baseUrl()}${path}b.txt` })
    expect((await anna.person.get(`/v1/objects/${second.id}`)).body.filename).toBe('b.txt')
  })

  test('one name written in two ways is one name, and names that a file of ours cannot have are kept', async () => {
    const composed = 'Йод é.txt'.normalize('NFC')
    await anna.dav('PUT', FILES + encodeURIComponent(composed.normalize('NFD')), 'one')
    expect((await anna.dav('PUT', FILES + encodeURIComponent(composed), 'two')).status).toBe(204)
    expect(await namesIn(FILES)).toContain(FILES + composed)
    const odd = 'a\\b .txt '
    expect((await anna.dav('PUT', FILES + encodeURIComponent(odd), 'odd')).status).toBe(201)
    expect(await namesIn(FILES)).toContain(FILES + odd)
    expect((await anna.dav('GET', FILES + encodeURIComponent(odd))).text).toBe('odd')
  })

  test('what systems leave behind is served, and is never a file', async () => {
    const before = (await anna.person.get('/v1/objects')).body.total
    for (const name of ['._sum.txt', '.DS_Store', '~$letter.docx', '.~lock.letter.odt#']) {
      expect((await anna.dav('PUT', FILES + encodeURIComponent(name), name)).status).toBe(201)
      expect((await anna.dav('GET', FILES + encodeURIComponent(name))).text).toBe(name)
      expect(await namesIn(FILES)).toContain(FILES + name)
    }
    expect((await anna.person.get('/v1/objects')).body.total).toBe(before)
    expect((await anna.dav('DELETE', `${FILES}.DS_Store`)).status).toBe(204)
    expect((await anna.dav('GET', `${FILES}.DS_Store`)).status).toBe(404)
  })

  test('a folder’s ETag changes with anything below it, and with nothing else', async () => {
    for (const path of ['E', 'E/deep', 'E/deep/deeper', 'Other']) await anna.dav('MKCOL', FILES + path)
    const all = async () => Promise.all(['', 'E/', 'E/deep/', 'Other/'].map(path => etag(FILES + path)))
    const before = await all()
    await anna.dav('PUT', `${FILES}E/deep/deeper/x.txt`, 'x')
    const after = await all()
    expect(after.map((now, at) => now !== before[at])).toEqual([true, true, true, false])
    await anna.dav('MOVE', `${FILES}E/deep/deeper/x.txt`, undefined, { destination: `${FILES}Other/x.txt` })
    const moved = await all()
    expect(moved.map((now, at) => now !== after[at])).toEqual([true, true, true, true])
    await anna.dav('GET', `${FILES}Other/x.txt`)
    expect(await all()).toEqual(moved)
  })

  test('a folder’s size is that of all below it, whatever happens there, and of nothing hidden', async () => {
    const vera = await aPerson()
    const program = await aProgramOf(vera)
    const sizes = async () =>
      Promise.all(
        ['', 'A/', 'A/in/', 'B/'].map(async path => {
          const asked = '<propfind xmlns="DAV:"><prop><size xmlns="http://owncloud.org/ns"/></prop></propfind>'
          const { status, text } = await program.dav('PROPFIND', FILES + path, asked, { depth: '0' })
          return status === 404 ? undefined : Number(propertyIn(text, 'O:size'))
        }),
      )
    const put = (path: string, bytes: number) => program.dav('PUT', FILES + path, 'x'.repeat(bytes))
    const move = (from: string, to: string) => program.dav('MOVE', FILES + from, undefined, { destination: FILES + to })
    for (const path of ['A', 'A/in', 'B']) await program.dav('MKCOL', FILES + path)
    expect(await sizes()).toEqual([0, 0, 0, 0])
    await put('top.txt', 1)
    await put('A/a.txt', 10)
    await put('A/in/b.txt', 100)
    expect(await sizes()).toEqual([111, 110, 100, 0])
    await put('A/in/b.txt', 300)
    expect(await sizes()).toEqual([311, 310, 300, 0])
    await move('A/a.txt', 'B/a.txt')
    expect(await sizes()).toEqual([311, 300, 300, 10])
    // A whole folder with what is in it.
    await move('A/in', 'B/in')
    expect(await sizes()).toEqual([311, 0, undefined, 310])
    await move('B/in', 'A/in')
    const { items } = (await vera.get('/v1/objects?limit=50')).body
    const hidden = items.find(({ filename }: { filename: string }) => filename === 'a.txt')!
    await vera.patch(`/v1/objects/${hidden.id}`, { is_hidden: true })
    expect(await sizes()).toEqual([301, 300, 300, 0])
    const folders = (await vera.get('/v1/collections')).body.items
    const inner = folders.find(({ name }: { name: string }) => name === 'in')!
    await vera.patch(`/v1/collections/${inner.id}`, { is_hidden: true })
    expect(await sizes()).toEqual([1, 0, undefined, 0])
    const open = vera.with({ 'x-hidden-token': (await vera.post('/v1/hidden-pin/unlock')).body.hidden_token })
    await open.patch(`/v1/collections/${inner.id}`, { is_hidden: false })
    expect(await sizes()).toEqual([301, 300, 300, 0])
    await program.dav('DELETE', `${FILES}A`)
    expect(await sizes()).toEqual([1, undefined, undefined, 0])
  })

  test('what is hidden is not there, and nothing of it shows in an ETag', async () => {
    const bert = await aPerson()
    const program = await aProgramOf(bert)
    const { body } = await bert.post('/v1/hidden-pin/unlock')
    const open = bert.with({ 'x-hidden-token': body.hidden_token })
    await program.dav('MKCOL', `${FILES}Seen`)
    await program.dav('MKCOL', `${FILES}Seen/Secret`)
    await program.dav('PUT', `${FILES}Seen/a.txt`, 'a')
    const { items } = (await bert.get('/v1/collections')).body
    const secret = items.find((folder: { name: string }) => folder.name === 'Secret')!
    expect((await open.patch(`/v1/collections/${secret.id}`, { is_hidden: true })).status).toBe(200)
    expect(await namesIn(`${FILES}Seen/`, program)).toEqual([`${FILES}Seen/a.txt`])
    const before = await etag(`${FILES}Seen/`, program)
    await open.upload('hidden.txt', 'hidden', `?collection_id=${secret.id}`)
    expect(await etag(`${FILES}Seen/`, program)).toBe(before)
    expect((await program.dav('GET', `${FILES}Seen/Secret/hidden.txt`)).status).toBe(404)
    // With the token that opens the zone, too: programs keep copies.
    const told = await program.dav('PROPFIND', `${FILES}Seen/`, undefined, { ...open.extraHeaders, depth: '1' })
    expect(told.text).not.toContain('Secret')
  })

  test('a device that removes a great many files is stopped until its owner says yes', {
    timeout: 120_000,
  }, async () => {
    const bert = await aPerson()
    const program = await aProgramOf(bert)
    await program.dav('MKCOL', `${FILES}Many`)
    await Promise.all(Array.from({ length: 110 }, (_, n) => program.dav('PUT', `${FILES}Many/${n}.txt`, `${n}`)))
    const removed = await Promise.all(
      Array.from({ length: 60 }, (_, n) => program.dav('DELETE', `${FILES}Many/${n}.txt`)),
    )
    const count = (status: number) => removed.filter(reply => reply.status === status).length
    expect([count(204), count(423)]).toEqual([55, 5])
    expect((await program.dav('DELETE', `${FILES}Many`)).status).toBe(423)
    await program.dav('MKCOL', `${FILES}Empty`)
    const over = await program.dav('MOVE', `${FILES}Empty`, undefined, { destination: `${FILES}Many` })
    expect(over.status).toBe(423)
    expect((await bert.get('/v1/objects')).body.total).toBe(55)
    // Everything but removing goes on.
    expect((await program.dav('PUT', `${FILES}Many/new.txt`, 'new')).status).toBe(201)
    const [device] = (await bert.get('/v1/devices')).body.items
    expect(device!.stopped_at).not.toBeNull()
    const stranger = await aPerson()
    expect((await stranger.post(`/v1/devices/${device!.id}/allow-removal`)).status).toBe(404)
    expect((await bert.post(`/v1/devices/${device!.id}/allow-removal`)).status).toBe(204)
    expect((await program.dav('DELETE', `${FILES}Many`)).status).toBe(204)
    expect((await bert.get('/v1/trash')).body.total).toBe(111)
  })

  test('a whole tree is told within bounds, and XML that would grow is refused', async () => {
    const { status, text } = await anna.dav('PROPFIND', `${FILES}E/`, undefined, { depth: 'infinity' })
    expect([status, [...responsesIn(text).keys()]]).toEqual([
      207,
      [`${FILES}E/`, `${FILES}E/deep/`, `${FILES}E/deep/deeper/`],
    ])
    const bomb = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    for (const method of ['PROPFIND', 'PROPPATCH', 'LOCK'])
      expect((await anna.dav(method, FILES, bomb)).status, method).toBe(400)
    expect((await anna.dav('PUT', `${FILES}..%2Fx.txt`, 'x')).status).toBe(404)
  })
})

test('a lock outlives a restart', { tags: ['long'], timeout: 120_000 }, async () => {
  const dataDir = await aDataDir()
  const before = await startServer({ dataDir })
  const person = await aPerson(before.url)
  const program = await aProgramOf(person, before.url)
  const info =
    '<d:lockinfo xmlns:d="DAV:"><d:lockscope><d:exclusive/></d:lockscope><d:locktype><d:write/></d:locktype></d:lockinfo>'
  const locked = await program.dav('LOCK', `${FILES}held.txt`, info)
  expect(locked.status).toBe(201)
  await before.stop({ keep: true })
  const after = await startServer({ dataDir })
  const same = new Person(person.email, person.password, person.token, person.id, after.url)
  const { dav } = await aProgramOf(same, after.url)
  expect((await dav('PUT', `${FILES}held.txt`, 'x')).status).toBe(423)
  const token = locked.headers.get('lock-token')!
  expect((await dav('PUT', `${FILES}held.txt`, 'x', { if: `(${token})` })).status).toBe(204)
  expect((await dav('UNLOCK', `${FILES}held.txt`, undefined, { 'lock-token': token })).status).toBe(204)
  expect((await dav('PUT', `${FILES}held.txt`, 'y')).status).toBe(204)
  await after.stop()
})
