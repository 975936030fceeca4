import { createWriteStream } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Dossier } from './index.js'
import { Folders, put } from './put.js'

export class UsageError extends Error {}

const configFolder = () => process.env.DOSSIER_CONFIG ?? join(homedir(), '.config', 'dossier')
const tokenFile = () => process.env.DOSSIER_TOKEN_FILE ?? join(configFolder(), 'token.json')

/** Address and token, from a file that nobody else may read. */
async function connect() {
  const path = tokenFile()
  let about
  try {
    about = await stat(path)
  } catch {
    throw new UsageError(
      `There is no token file ${path}. Make one: dossier login URL, with the token on standard input.`,
    )
  }
  if (process.platform !== 'win32' && about.mode & 0o077)
    throw new UsageError(`Others may read ${path}. Run: chmod 600 ${path}`)
  try {
    return new Dossier(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    throw new UsageError(`${path} is not {"url": "...", "token": "..."}. Make it anew with dossier login.`)
  }
}

async function login({ rest: [url] }) {
  if (!url) throw new UsageError('dossier login URL < token')
  let token = ''
  for await (const piece of process.stdin) token += piece
  const client = new Dossier({ url, token: token.trim() })
  const { email } = await client.get('/v1/auth/me')
  const path = tokenFile()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, `${JSON.stringify({ url: client.url, token: token.trim() })}\n`, { mode: 0o600 })
  await chmod(path, 0o600)
  return { email, text: `Signed in as ${email}.` }
}

const namesIn = path => (path ?? '').split('/').filter(Boolean)
const stateFile = () => join(configFolder(), 'uploads.json')

async function putFiles({ rest, into, tell, progress }) {
  if (rest.length === 0) throw new UsageError('dossier put PATH... [--into FOLDER/FOLDER]')
  const client = await connect()
  const counts = await put(client, rest, { into: namesIn(into), stateFile: stateFile(), told: tell, onBytes: progress })
  const text = `${counts.sent} sent, ${counts.present} there already, ${counts.failed} failed`
  return { ...counts, text, failed: counts.failed }
}

async function watch({ rest: [path], into, tell, every, once }) {
  if (!path) throw new UsageError('dossier watch FOLDER [--into FOLDER] [--every SECONDS]')
  const client = await connect()
  const known = new Map()
  for (;;) {
    const counts = await put(client, [path], { into: namesIn(into), stateFile: stateFile(), told: tell, known })
    if (once) return { ...counts, text: `${counts.sent} sent` }
    await sleep(1000 * (Number(every) || 2))
  }
}

async function folderAt(client, path) {
  const id = await new Folders(client).idOf(namesIn(path))
  if (id === undefined) throw new Error(`There is no folder ${path}.`)
  return id
}

async function list({ rest: [path] }) {
  const client = await connect()
  const folder = await folderAt(client, path)
  const folders = (await client.get('/v1/collections')).items.filter(each => each.parent_id === folder)
  const files = []
  for await (const object of client.pages(folder ? `/v1/objects?collection_id=${folder}` : '/v1/objects'))
    if (object.collection_id === folder) files.push(object)
  return {
    folders: folders.map(({ id, name }) => ({ id, name })),
    files: files.map(({ id, filename, size, status }) => ({ id, filename, size, status })),
    text: [
      ...folders.map(({ name }) => `${name}/`),
      ...files.map(({ id, size, filename }) => `${id} ${size}\t${filename}`),
    ].join('\n'),
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** By its id, or by folder and name. */
async function fileAt(client, path) {
  if (UUID.test(path)) return client.get(`/v1/objects/${path}`)
  const folder = await folderAt(client, namesIn(path).slice(0, -1).join('/'))
  for await (const object of client.pages(folder ? `/v1/objects?collection_id=${folder}` : '/v1/objects'))
    if (object.collection_id === folder && object.filename === basename(path)) return object
  throw new Error(`There is no file ${path}.`)
}

/** Under another name until it is whole. */
async function download(client, address, path, progress) {
  const response = await client.request('GET', address)
  const part = `${path}.part`
  const counted = async function* (source) {
    for await (const piece of source) {
      progress(piece.length)
      yield piece
    }
  }
  try {
    await pipeline(Readable.fromWeb(response.body), counted, createWriteStream(part))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function getFile({ rest: [path], output, progress }) {
  if (!path) throw new UsageError('dossier get ID|FOLDER/NAME [--output PATH]')
  const client = await connect()
  const { id, filename } = await fileAt(client, path)
  const to = output ?? basename(filename)
  await download(client, `/v1/objects/${id}/content`, to, progress)
  return { object_id: id, path: to, text: to }
}

async function search({ rest }) {
  if (rest.length === 0) throw new UsageError('dossier search WORDS...')
  const client = await connect()
  const { items } = await client.get(`/v1/search?q=${encodeURIComponent(rest.join(' '))}`)
  const line = ({ object, snippet }) =>
    `${object.id}\t${object.filename}${snippet ? `\n    ${snippet.replace(/\s+/g, ' ')}` : ''}`
  return { items, text: items.map(line).join('\n') }
}

async function ask({ rest }) {
  if (rest.length === 0) throw new UsageError('dossier ask QUESTION...')
  const client = await connect()
  const { answer, citations } = await client.post('/v1/ask', { query: rest.join(' ') })
  const sources = citations.map(
    ({ index, filename, snippet }) => `[${index}] ${filename}: ${snippet.replace(/\s+/g, ' ')}`,
  )
  return { answer, citations, text: [answer, ...sources].join('\n') }
}

async function exportAll({ output, progress }) {
  const client = await connect()
  const { task_id } = await client.post('/v1/export', {})
  for (;;) {
    const { done, ok, error } = await client.get(`/v1/export/${task_id}`)
    if (done && !ok) throw new Error(error ?? 'The export failed.')
    if (done) break
    await sleep(500)
  }
  const to = output ?? 'dossier.zip'
  await download(client, `/v1/export/${task_id}/content`, to, progress)
  return { path: to, text: to }
}

export const COMMANDS = { login, put: putFiles, get: getFile, ls: list, search, ask, watch, export: exportAll }
