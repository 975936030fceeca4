import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Dossier } from '../packages/client/index.js'
import { aPerson, baseUrl, type Person, until } from './support/client.ts'
import { aTree, dossier, objectsOf, started } from './support/command-line.ts'
import { tokenOf } from './support/mcp.ts'

/** The command line, as a program of its own against the running service. */

const base = baseUrl()
let folder: string
let anna: Person
let config: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dossier-cli-'))
  anna = await aPerson(base)
  config = join(folder, 'config')
  const { code, out } = await dossier(config, ['login', base], await tokenOf(anna))
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining(anna.email) })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the token file', () => {
  test('is for its owner alone, and one that others may read is refused', async () => {
    const path = join(config, 'token.json')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    await chmod(path, 0o644)
    expect(await dossier(config, ['ls'])).toMatchObject({ code: 2, err: expect.stringContaining('chmod 600') })
    await chmod(path, 0o600)
    expect((await dossier(join(folder, 'none'), ['ls'])).code).toBe(2)
  })

  test('exit codes tell wrong use, a refusal and a server that does not answer apart', async () => {
    expect((await dossier(config, ['nonsense'])).code).toBe(2)
    expect((await dossier(config, ['put'])).code).toBe(2)
    expect((await dossier(config, ['get', 'no/such.txt'])).code).toBe(1)
    const refused = join(folder, 'refused')
    await mkdir(refused)
    const keep = (value: object) => writeFile(join(refused, 'token.json'), JSON.stringify(value), { mode: 0o600 })
    await keep({ url: base, token: 'dos_wrong' })
    const { code, err } = await dossier(refused, ['ls'])
    expect({ code, secret: err.includes('dos_wrong') }).toEqual({ code: 3, secret: false })
    await keep({ url: 'http://127.0.0.1:1', token: 'x' })
    expect((await dossier(refused, ['ls'])).code).toBe(4)
  })
})

describe('files', () => {
  test('a tree is put, killed in the middle and put again: whole, nothing doubled', async () => {
    const tree = join(folder, 'tree')
    const paths = await aTree(tree, 60)
    const child = started(config, ['put', tree, '--into', 'Archive', '--json'])
    await until(async () => (await objectsOf(anna)).length >= 10, 'some files to arrive')
    child.kill('SIGKILL')
    await gone(child)
    const again = await dossier(config, ['put', tree, '--into', 'Archive', '--json'])
    const { sent, present, failed } = JSON.parse(again.out.trim().split('\n').at(-1)!)
    expect({ code: again.code, failed, all: sent + present }).toEqual({ code: 0, failed: 0, all: 60 })
    expect(present).toBeGreaterThanOrEqual(10)
    expect((await objectsOf(anna)).map(({ original_name }) => original_name).toSorted()).toEqual(paths.toSorted())
    const third = JSON.parse(
      (await dossier(config, ['put', tree, '--into', 'Archive', '--json'])).out.trim().split('\n').at(-1)!,
    )
    expect(third).toEqual({ sent: 0, present: 60, failed: 0 })
    const { items } = (await anna.get('/v1/collections')).body
    expect(items.filter(({ name }: { name: string }) => name === 'Archive')).toHaveLength(1)
  })

  test('a large file goes on where it was when it was killed', { tags: ['long'] }, async () => {
    const path = join(folder, 'large.bin')
    const bytes = randomBytes(40 * 1024 * 1024)
    await writeFile(path, bytes)
    const child = started(config, ['put', path, '--into', 'Large'])
    const state = join(config, 'uploads.json')
    await until(async () => (await readFile(state, 'utf8').catch(() => '{}')) !== '{}', 'the upload to begin')
    child.kill('SIGKILL')
    await gone(child)
    expect((await dossier(config, ['put', path, '--into', 'Large'])).code).toBe(0)
    const listed = JSON.parse((await dossier(config, ['ls', 'Large', '--json'])).out)
    expect(listed.files).toMatchObject([{ filename: 'large.bin', size: bytes.length }])
    const back = join(folder, 'back.bin')
    expect((await dossier(config, ['get', 'Large/large.bin', '-o', back])).code).toBe(0)
    expect((await readFile(back)).equals(bytes)).toBe(true)
    expect((await readdir(folder)).filter(name => name.endsWith('.part'))).toEqual([])
  })

  test('are watched, found, asked about and exported', async () => {
    const scans = join(folder, 'scans')
    await mkdir(scans)
    const child = started(config, ['watch', scans, '--every', '0.2'])
    await writeFile(join(scans, 'lease.txt'), 'The rent of the flat in Elm Road is 900 pounds a month.')
    const lease = await until(
      async () => (await objectsOf(anna)).find(({ filename }) => filename === 'lease.txt'),
      'the file',
    )
    child.kill()
    await gone(child)
    await anna.read(lease.id)
    expect((await dossier(config, ['search', 'Elm', 'Road'])).out).toContain(lease.id)
    const asked = JSON.parse((await dossier(config, ['ask', 'How much is the rent of the flat?', '--json'])).out)
    expect(asked.answer).toContain('900')
    const zip = join(folder, 'all.zip')
    expect((await dossier(config, ['export', '-o', zip])).code).toBe(0)
    expect((await readFile(zip)).subarray(0, 2).toString()).toBe('PK')
  })
})

test('the client is typed from the description and walks through pages', async () => {
  const client = new Dossier({ url: base, token: anna.token })
  const { total } = await client.get('/v1/objects')
  let seen = 0
  for await (const object of client.pages('/v1/objects')) if (object.id) seen++
  expect(seen).toBe(total)
  await expect(client.get('/v1/objects/nonsense')).rejects.toMatchObject({ status: 422 })
})

const gone = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null ? undefined : new Promise(done => child.once('exit', done))

test('the package can be packed, with all that it needs', async () => {
  const packed = await new Promise<string>((yes, no) => {
    let out = ''
    const child = spawn('npm', ['pack', '--dry-run', '--json'], {
      cwd: join(import.meta.dirname, '../packages/client'),
    })
    child.stdout.on('data', chunk => {
      out += chunk
    })
    child.once('exit', code => (code === 0 ? yes(out) : no(new Error(`npm pack ended with ${code}`))))
  })
  const names = JSON.parse(packed)[0].files.map(({ path }: { path: string }) => path)
  for (const name of ['index.js', 'index.d.ts', 'openapi.d.ts', 'dossier.js', 'commands.js', 'put.js', 'README.md'])
    expect(names).toContain(name)
})
