import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, type Json, type Person, until } from './support/client.ts'
import { aDataDir, type RunningServer, startServer } from './support/server.ts'

/** A folder that is watched: what is put there comes in once, and nothing of it is ever lost. */

let home: string
let server: RunningServer
let anna: Person
let inbox: string

/** The service runs as another user where the test is root. */
async function folder(...parts: string[]): Promise<string> {
  const path = join(...parts)
  await mkdir(path, { recursive: true })
  await chmod(path, 0o777)
  return path
}

beforeAll(async () => {
  home = await folder(await aDataDir(), 'inbox')
  server = await startServer({ env: { INBOX_DIR: home } })
  anna = await aPerson(server.url)
  inbox = await folder(home, anna.email)
})
afterAll(async () => {
  await server?.stop()
  await rm(home, { recursive: true, force: true })
})

const files = async (): Promise<Json[]> => (await anna.get('/v1/objects?limit=100')).body.items
const day = () => new Date().toISOString().slice(0, 10)

test('files come in with their folders and are moved away; the same file again is passed over', async () => {
  const papers = await folder(inbox, 'Papers')
  await writeFile(join(papers, 'bill.txt'), 'Water bill of May')
  await writeFile(join(inbox, '.DS_Store'), 'rubbish')
  await symlink('/etc/passwd', join(inbox, 'passwd.txt'))
  // Before the others in every listing, and not to be read by the service: it does not hold them up.
  await writeFile(join(inbox, '0 locked.txt'), 'nobody reads this', { mode: 0o000 })
  await until(async () => (await files()).length === 1, 'the file to come in')
  const [bill] = await files()
  expect(bill.filename).toBe('bill.txt')
  const { body } = await anna.get(`/v1/objects/${bill.id}`)
  expect(body.source_url).toBe('inbox:Papers/bill.txt')
  expect((await anna.get(`/v1/collections/${bill.collection_id}`)).body.name).toBe('Papers')
  const taken = join(inbox, '.taken', day(), 'Papers/bill.txt')
  await until(async () => existsSync(taken), 'it to be moved away')
  expect(await readFile(taken, 'utf8')).toBe('Water bill of May')
  expect(existsSync(join(papers, 'bill.txt'))).toBe(false)

  await writeFile(join(papers, 'bill.txt'), 'Water bill of May')
  await writeFile(join(papers, 'next.txt'), 'Water bill of June')
  await until(async () => !existsSync(join(papers, 'bill.txt')) && !existsSync(join(papers, 'next.txt')), 'both to go')
  expect((await files()).map(({ filename }) => filename).sort()).toEqual(['bill.txt', 'next.txt'])
  expect(existsSync(join(inbox, 'passwd.txt'))).toBe(true)
})

test('what is still being written is waited for; a folder that vanishes takes nothing with it', {
  tags: ['long'],
}, async () => {
  const path = join(inbox, 'growing.txt')
  let text = ''
  for (let n = 0; n < 4; n++) {
    text += `line ${n}\n`
    await writeFile(path, text)
    await new Promise(resolve => setTimeout(resolve, 700))
  }
  const contents = async () => {
    const grown = (await files()).filter(({ filename }) => filename === 'growing.txt')
    return Promise.all(grown.map(async ({ id }) => (await anna.get(`/v1/objects/${id}/content`)).text))
  }
  await until(async () => (await contents()).includes(text), 'all of it')

  const before = (await files()).length
  await rename(inbox, `${inbox}.away`)
  await writeFile(join(`${inbox}.away`, 'later.txt'), 'comes when it is back')
  await rename(`${inbox}.away`, inbox)
  await until(async () => (await files()).length === before + 1, 'the file behind it')
})

test('the folder of nobody is left alone', { tags: ['long'] }, async () => {
  const stranger = await folder(home, 'nobody@example.org')
  await writeFile(join(stranger, 'letter.txt'), 'for nobody')
  await writeFile(join(inbox, 'after.txt'), 'looked at later')
  await until(async () => (await files()).some(({ filename }) => filename === 'after.txt'), 'the look')
  expect(existsSync(join(stranger, 'letter.txt'))).toBe(true)
})
