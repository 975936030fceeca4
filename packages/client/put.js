import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DossierError } from './index.js'

/** Brings files and folders to the server. It may be ended anywhere and begun again: what is there already is not sent again. */

/** Up to here a file goes in one request; larger ones in parts that can be gone on with. */
const SMALL = 8 * 1024 * 1024
const PART = 16 * 1024 * 1024
const AT_ONCE = 4
const TUS = { 'tus-resumable': '1.0.0' }
/** What systems leave behind. */
const LEAVINGS = /^(\.DS_Store|Thumbs\.db|desktop\.ini|~\$.*)$/

/** Every file below a path, with the names of the folders that it lies in. */
async function* filesBelow(path, folders = []) {
  const about = await stat(path)
  if (about.isFile()) yield { path, folders, size: about.size, mtimeMs: about.mtimeMs }
  if (!about.isDirectory()) return
  const inside = [...folders, basename(path)]
  const entries = await readdir(path, { withFileTypes: true })
  for (const { name } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    if (!LEAVINGS.test(name)) yield* filesBelow(join(path, name), inside)
}

async function hashOf(path) {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}

/** The folders of the server by their place in the tree, made when they are missing. */
export class Folders {
  #client
  #known
  #making = new Map()
  constructor(client) {
    this.#client = client
  }

  async idOf(names, { make = false } = {}) {
    let parent = null
    for (const name of names) {
      parent = await this.#child(parent, name, make)
      if (parent === undefined) return undefined
    }
    return parent
  }

  async #child(parent, name, make) {
    this.#known ??= this.#client.get('/v1/collections').then(({ items }) => items)
    const known = await this.#known
    const found = known.find(each => each.parent_id === parent && each.name === name)
    if (found || !make) return found?.id
    const key = `${parent} ${name}`
    if (!this.#making.has(key))
      this.#making.set(
        key,
        this.#client.post('/v1/collections', { name, parent_id: parent }).then(made => {
          known.push(made)
          return made.id
        }),
      )
    return this.#making.get(key)
  }
}

/** What lies in a folder, by content: each of them answers for one local file. */
class Present {
  #client
  #folders = new Map()
  constructor(client) {
    this.#client = client
  }

  async claim(folder, hash, name) {
    if (!this.#folders.has(folder)) this.#folders.set(folder, this.#read(folder))
    const here = (await this.#folders.get(folder)).get(hash) ?? []
    if (here.length === 0) return undefined
    const same = here.findIndex(each => each.original_name === name || each.filename === name)
    return here.splice(Math.max(0, same), 1)[0]
  }

  async #read(folder) {
    const byHash = new Map()
    for await (const object of this.#client.pages(folder ? `/v1/objects?collection_id=${folder}` : '/v1/objects')) {
      if (folder === null && object.collection_id !== null) continue
      byHash.set(object.content_hash, [...(byHash.get(object.content_hash) ?? []), object])
    }
    return byHash
  }
}

/** Uploads that were begun: where each stands is asked of the server. */
class Begun {
  #path
  #entries
  constructor(path) {
    this.#path = path
  }

  async #load() {
    this.#entries ??= readFile(this.#path, 'utf8').then(JSON.parse, () => ({}))
    return this.#entries
  }

  async get(key) {
    return (await this.#load())[key]
  }

  async set(key, value) {
    const entries = await this.#load()
    if (value === undefined) delete entries[key]
    else entries[key] = value
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 })
    const temporary = `${this.#path}.${process.pid}.${Math.random().toString(36).slice(2)}`
    await writeFile(temporary, JSON.stringify(entries), { mode: 0o600 })
    await rename(temporary, this.#path)
    await chmod(this.#path, 0o600)
  }
}

const encoded = text => Buffer.from(text).toString('base64')

async function sendWhole(client, file, folder) {
  const form = new FormData()
  form.append('file', new Blob([await readFile(file.path)]), basename(file.path))
  const made = await client.call('POST', `/v1/objects${folder ? `?collection_id=${folder}` : ''}`, { raw: form })
  return made.id
}

async function sendInParts(client, file, folder, { begun, hash, onBytes }) {
  const key = `${client.url} ${folder} ${hash}`
  const known = await begun.get(key)
  let at = known && (await offsetOf(client, known))
  let address = known
  if (at === undefined) {
    const name = `filename ${encoded(basename(file.path))}`
    const metadata = folder ? `${name},collection_id ${encoded(folder)}` : name
    const headers = { ...TUS, 'upload-length': String(file.size), 'upload-metadata': metadata }
    const location = (await client.request('POST', '/v1/uploads', { headers })).headers.get('location')
    // The service may stand below a path, which is in `client.url` already.
    address = new URL(location).pathname.slice(new URL(client.url).pathname.replace(/\/$/, '').length)
    at = 0
    await begun.set(key, address)
  }
  onBytes(at)
  const handle = await open(file.path)
  try {
    let id
    do {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(PART, file.size - at)), 0, null, at)
      const headers = { ...TUS, 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' }
      const reply = await client.request('PATCH', address, { headers, raw: buffer.subarray(0, bytesRead) })
      at = Number(reply.headers.get('upload-offset'))
      id = reply.headers.get('x-object-id')
      onBytes(bytesRead)
    } while (at < file.size)
    await begun.set(key, undefined)
    return id
  } finally {
    await handle.close()
  }
}

/** Undefined when the server no longer has it. */
async function offsetOf(client, address) {
  try {
    const { headers } = await client.request('HEAD', address, { headers: TUS })
    return headers.get('x-object-id') ? undefined : Number(headers.get('upload-offset'))
  } catch (error) {
    if (error instanceof DossierError && error.status < 500) return undefined
    throw error
  }
}

/**
 * `into`: names of folders on the server; `told` hears of every file: sent, present or failed. What `known` has by path and time
 * is not even read again.
 */
export async function put(client, paths, { into = [], stateFile, told = () => {}, onBytes = () => {}, known }) {
  const folders = new Folders(client)
  const present = new Present(client)
  const begun = new Begun(stateFile)
  const counts = { sent: 0, present: 0, failed: 0 }
  const one = async file => {
    const mark = `${file.size} ${file.mtimeMs}`
    if (known?.get(file.path) === mark) return
    try {
      const hash = await hashOf(file.path)
      const folder = await folders.idOf([...into, ...file.folders], { make: true })
      const there = await present.claim(folder, hash, basename(file.path))
      const id =
        there?.id ??
        (file.size > SMALL
          ? await sendInParts(client, file, folder, { begun, hash, onBytes })
          : await sendWhole(client, file, folder))
      if (!there && file.size <= SMALL) onBytes(file.size)
      const state = there ? 'present' : 'sent'
      counts[state]++
      known?.set(file.path, mark)
      told({ path: file.path, state, object_id: id })
    } catch (error) {
      if (error instanceof DossierError && error.status === 401) throw error
      counts.failed++
      told({ path: file.path, state: 'failed', error: error.message })
    }
  }
  for (const path of paths) await inTurns(filesBelow(path), one)
  return counts
}

async function inTurns(items, work) {
  const worker = async () => {
    for (;;) {
      const { value, done } = await items.next()
      if (done) return
      await work(value)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
