import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN, aPerson, call, type Json, until } from './client.ts'

/** People who change much at once, over HTTP, keep a ledger of exactly what they were told, and hold the server to it. */

type Place = 'active' | 'trashed' | 'removed'

/** Enough to make the same bytes again: the bytes themselves would fill the memory. */
interface Recipe {
  seed: string
  size: number
  sha256: string
}

interface Thing {
  id: string
  recipe: Recipe
  /** Two places after a change whose answer was never received: then nobody knows whether it was done. */
  may: Place[]
  busy: boolean
}

/** A resumable upload of which `confirmed` bytes were acknowledged. */
type Unfinished = { path: string; recipe: Recipe; confirmed: number }

interface Ledger {
  token: string
  things: Map<string, Thing>
  recipes: Recipe[]
  /** How many uploads of these bytes (by sha256) were never answered: as many objects may or may not be there. */
  unanswered: Map<string, number>
  unfinished: Unfinished[]
}

export interface Mischief {
  /** Where the requests go, in turn; a restarted server has another address. */
  urls: string[]
  admin: string
  ledgers: Ledger[]
  /** Answers that should not be: each is a failure of the server. */
  complaints: string[]
  /** Jobs that had been given up before it began, by their ids: nobody here is to blame for them. */
  dead: string[]
  confirmed: number
  /** Changes that nobody told the end of; of these, answers that something broke. */
  unknown: number
  broken: number
}

interface Asked {
  method: string
  path: string
  headers?: Record<string, string>
  body?: RequestInit['body']
}

type Answered = { status: number; headers: Headers; bytes: Buffer }

const jsonOf = ({ bytes }: Answered): Json => JSON.parse(bytes.toString())

export async function gather(urls: string[], people: number): Promise<Mischief> {
  const [base] = urls
  await call('POST', '/v1/auth/register', { body: ADMIN }, base)
  const { body } = await call('POST', '/v1/auth/login', { body: ADMIN }, base)
  const ledgers = await Promise.all(
    Array.from({ length: people }, async () => {
      const { token } = await aPerson(base)
      return { token, things: new Map(), recipes: [], unanswered: new Map(), unfinished: [] }
    }),
  )
  const jobs = await call('GET', '/v1/admin/jobs', { headers: { authorization: `Bearer ${body.token}` } }, base)
  const dead = jobs.body.dead.map(job => job.id)
  return { urls, admin: body.token, ledgers, complaints: [], dead, confirmed: 0, unknown: 0, broken: 0 }
}

/** Each person does two things at a time until told to stop. */
export function begin(mischief: Mischief): () => Promise<void> {
  let going = true
  const lane = async (ledger: Ledger) => {
    while (going) {
      const before = mischief.unknown
      await deed(mischief, ledger)
      if (mischief.unknown > before) await sleep(20)
    }
  }
  const all = mischief.ledgers.flatMap(ledger => [lane(ledger), lane(ledger)])
  return async () => {
    going = false
    await Promise.all(all)
  }
}

function deed(mischief: Mischief, ledger: Ledger): Promise<void> {
  const dice = Math.random()
  if (dice < 0.45) return upload(mischief, ledger)
  if (dice < 0.55) return uploadInParts(mischief, ledger)
  return change(mischief, ledger, dice < 0.75 ? 'trash' : dice < 0.87 ? 'restore' : 'remove')
}

const TUS = { 'tus-resumable': '1.0.0' }
let turn = 0

/** undefined: no answer, or one that says only that something broke. */
async function ask(mischief: Mischief, token: string, asked: Asked): Promise<Answered | undefined> {
  const { path, ...init } = asked
  const headers = { authorization: `Bearer ${token}`, ...asked.headers }
  try {
    const url = mischief.urls[turn++ % mischief.urls.length] + path
    const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(60_000) })
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status >= 500) throw mischief.broken++
    if (asked.method !== 'GET') mischief.confirmed++
    return { status: response.status, headers: response.headers, bytes }
  } catch {
    mischief.unknown++
    return undefined
  }
}

/** With several servers the next one is tried. */
const triesOf = (mischief: Mischief) => (mischief.urls.length > 1 ? 10 : 1)

const complain = ({ complaints }: Mischief, { method, path }: Asked, { status, bytes }: Answered, more = '') =>
  void complaints.push(`${method} ${path} answered ${status} ${bytes.toString().slice(0, 300)}${more}`)

async function upload(mischief: Mischief, ledger: Ledger): Promise<void> {
  const recipe = chooseRecipe(ledger, Math.random() < 0.04 ? 4_000_000 : 40_000)
  const body = new FormData()
  body.append('file', new Blob([bytesOf(recipe)]), `${recipe.seed}.txt`)
  const asked = { method: 'POST', path: '/v1/objects', body }
  for (let left = triesOf(mischief); left > 0; left--) {
    // Noted before it is sent: what is never answered stays noted.
    count(ledger.unanswered, recipe.sha256, 1)
    const answer = await ask(mischief, ledger.token, asked)
    if (!answer) continue
    count(ledger.unanswered, recipe.sha256, -1)
    if (answer.status !== 201) return complain(mischief, asked, answer)
    return keep(ledger, jsonOf(answer).id, recipe)
  }
}

async function uploadInParts(mischief: Mischief, ledger: Ledger): Promise<void> {
  const recipe = chooseRecipe(ledger, 1_000_000)
  const filename = Buffer.from(`${recipe.seed}.txt`).toString('base64')
  const asked = {
    method: 'POST',
    path: '/v1/uploads',
    headers: { ...TUS, 'upload-length': String(recipe.size), 'upload-metadata': `filename ${filename}` },
  }
  const begun = await ask(mischief, ledger.token, asked)
  if (!begun) return // at most an empty upload, which expires by itself
  if (begun.status !== 201) return complain(mischief, asked, begun)
  const unfinished = { path: new URL(begun.headers.get('location')!).pathname, recipe, confirmed: 0 }
  ledger.unfinished.push(unfinished)
  for (let left = triesOf(mischief); left > 0; left--) if (await goOn(mischief, ledger, unfinished)) return
}

/** From where the server says it stands to the end. False: the line broke again, or it was made to answer nonsense. */
async function goOn(mischief: Mischief, ledger: Ledger, unfinished: Unfinished): Promise<boolean> {
  const { path, recipe } = unfinished
  const bytes = bytesOf(recipe)
  let asked: Asked = { method: 'HEAD', path, headers: TUS }
  for (;;) {
    const answer = await ask(mischief, ledger.token, asked)
    if (!answer) return false
    const at = Number(answer.headers.get('upload-offset') ?? -1)
    // A request that was given up may still have brought its bytes: then the place has moved on.
    if (answer.status === 409) return false
    if (answer.status > 299 || at < unfinished.confirmed) {
      complain(mischief, asked, answer, `: ${at} bytes of ${unfinished.confirmed} confirmed ones`)
      return false
    }
    unfinished.confirmed = at
    const id = answer.headers.get('x-object-id')
    if (id) {
      ledger.unfinished.splice(ledger.unfinished.indexOf(unfinished), 1)
      keep(ledger, id, recipe)
      return true
    }
    const headers = { ...TUS, 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' }
    asked = { method: 'PATCH', path, headers, body: bytes.subarray(at, at + Math.ceil(recipe.size / 3)) }
  }
}

const MOVES = {
  trash: { from: 'active', to: 'trashed', method: 'DELETE', path: '' },
  restore: { from: 'trashed', to: 'active', method: 'POST', path: '/restore' },
  remove: { from: 'trashed', to: 'removed', method: 'DELETE', path: '/permanent' },
} as const

async function change(mischief: Mischief, ledger: Ledger, name: keyof typeof MOVES): Promise<void> {
  const { from, to, method, path } = MOVES[name]
  const candidates = [...ledger.things.values()].filter(({ busy, may }) => !busy && may.length === 1 && may[0] === from)
  const thing = candidates[Math.floor(Math.random() * candidates.length)]
  if (!thing) return
  const asked = { method, path: `/v1/objects/${thing.id}${path}` }
  thing.busy = true
  thing.may = [from, to]
  for (let tried = 0; tried < triesOf(mischief); tried++) {
    const answer = await ask(mischief, ledger.token, asked)
    if (!answer) continue
    // Asked again, "not found" says that the first time was received.
    if (answer.status === 200 || (tried > 0 && answer.status === 404)) thing.may = [to]
    else complain(mischief, asked, answer)
    break
  }
  thing.busy = false
}

function keep({ things }: Ledger, id: string, recipe: Recipe): void {
  things.set(id, { id, recipe, may: ['active'], busy: false })
}

function count(counts: Map<string, number>, key: string, change: number): number {
  const now = (counts.get(key) ?? 0) + change
  counts.set(key, now)
  return now
}

/** Mostly new bytes, now and then some that this person has sent before. */
function chooseRecipe(ledger: Ledger, size: number): Recipe {
  const known = ledger.recipes[Math.floor(Math.random() * ledger.recipes.length)]
  if (known && Math.random() < 0.2) return known
  const recipe = { seed: randomBytes(8).toString('hex'), size: 2 * Math.ceil((Math.random() * size) / 2), sha256: '' }
  recipe.sha256 = sha256(bytesOf(recipe))
  ledger.recipes.push(recipe)
  return recipe
}

function bytesOf({ seed, size }: Recipe): Buffer<ArrayBuffer> {
  return Buffer.from(
    createHash('shake256', { outputLength: size / 2 })
      .update(seed)
      .digest('hex'),
  )
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What is not as it was confirmed, in words; nothing when all is well. `settled` also waits until all jobs are done. */
export async function verify(mischief: Mischief, settled = true): Promise<string[]> {
  for (const ledger of mischief.ledgers)
    for (const unfinished of [...ledger.unfinished])
      if (!(await goOn(mischief, ledger, unfinished))) throw new Error(`${unfinished.path} cannot be finished`)
  if (settled) await settle(mischief)
  const problems = await Promise.all(mischief.ledgers.map(ledger => verifyLedger(mischief, ledger, settled)))
  return [...mischief.complaints, ...problems.flat()]
}

async function settle(mischief: Mischief): Promise<void> {
  const { dead } = await until(
    async () => {
      const answer = await ask(mischief, mischief.admin, { method: 'GET', path: '/v1/admin/jobs' })
      const jobs = answer && jsonOf(answer)
      return jobs?.queues.every((queue: Json) => queue.waiting + queue.delayed + queue.running === 0) && jobs
    },
    'every job to be done',
    900,
  )
  for (const job of dead)
    if (!mischief.dead.includes(job.id)) mischief.complaints.push(`the job ${job.name} was given up: ${job.error}`)
}

async function verifyLedger(mischief: Mischief, ledger: Ledger, settled: boolean): Promise<string[]> {
  const problems: string[] = []
  const active = await listAll(mischief, ledger, '/v1/objects')
  const trashed = await listAll(mischief, ledger, '/v1/trash')
  const doubtful = new Map(ledger.unanswered)
  for (const { id, content_hash, status, error } of [...active.values(), ...trashed.values()]) {
    const thing = ledger.things.get(id)
    const known = thing ? thing.recipe.sha256 === content_hash : count(doubtful, content_hash, -1) >= 0
    if (!known) problems.push(`${id} is in a list and was never sent`)
    if (settled && status !== 'ready') problems.push(`${id} is ${status}: ${error}`)
  }
  for (const { id, may } of ledger.things.values()) {
    const place = active.has(id) ? 'active' : trashed.has(id) ? 'trashed' : 'removed'
    if (!may.includes(place)) problems.push(`${id} is ${place} and was confirmed as ${may}`)
  }
  for (const object of active.values()) problems.push(...(await verifyContent(mischief, ledger, object)))
  return problems
}

async function verifyContent(
  mischief: Mischief,
  { token }: Ledger,
  { id, size, content_hash }: Json,
): Promise<string[]> {
  const answer = await ask(mischief, token, { method: 'GET', path: `/v1/objects/${id}/content` })
  if (answer?.status === 200 && answer.bytes.length === size && sha256(answer.bytes) === content_hash) return []
  return [`the content of ${id} answers ${answer?.status} with ${answer?.bytes.length} of ${size} bytes`]
}

async function listAll(mischief: Mischief, ledger: Ledger, path: string): Promise<Map<string, Json>> {
  const found = new Map<string, Json>()
  let cursor = ''
  do {
    const answer = await ask(mischief, ledger.token, { method: 'GET', path: `${path}?limit=500${cursor}` })
    if (answer?.status !== 200) throw new Error(`${path} answers ${answer?.status}`)
    const page = jsonOf(answer)
    for (const object of page.items) found.set(object.id, object)
    cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : ''
  } while (cursor)
  return found
}
