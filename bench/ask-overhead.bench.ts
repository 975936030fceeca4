import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { chooseEmbedder } from '../server/adapters/embedder/choose.ts'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { encodeVector } from '../server/features/search/vectors/codes.ts'
import { aPerson, type Json, Person, until } from '../test/support/client.ts'
import { type ModelServer, type Seen, startModelServer } from '../test/support/model-server.ts'
import { aSandbox } from '../test/support/sandbox.ts'
import { ROOT, type RunningServer, startServer } from '../test/support/server.ts'
import { type Chunk, type Corpus, readCorpus } from './answers/corpus.ts'

/**
 * What our own side of an answer takes at 20,000 chunks, with a model that answers at once: one that answers well, one that finds
 * nothing, one that makes things up; and without a model. The files are uploaded and read by the service; only their vectors are
 * brought along, since making 20,000 takes most of an hour. `npm run bench -- ask-overhead [chunks] [questions]`
 */

const DATA = join(ROOT, '../shared/data')
const CHUNKS = Number(process.argv[2] ?? 20_000)
const QUESTIONS = Number(process.argv[3] ?? 60)
const PER_FILE = 200
/** A service that has just started runs code that is not compiled yet. */
const WARM = 20
/** Milliseconds: until the model is asked; of processor to verify what it said; for an answer without a model. */
const BOUNDS = { asked: 150, verified: 1500, alone: 1000 }
const EVERY = 20

let seed = 7
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}

/** The same paragraph with every tenth word from elsewhere, so that no two copies are alike. */
function variantOf(text: string, words: string[]): string {
  return text.replaceAll(/\p{L}{4,}/gu, word => (random() < 0.1 ? words[Math.floor(random() * words.length)]! : word))
}

/** As near to the vector of the paragraph as another wording would be. */
function noisy(vector: Float32Array): Float32Array {
  const changed = vector.map(value => value + 0.02 * (random() - 0.5))
  const length = Math.hypot(...changed)
  return changed.map(value => value / length)
}

interface Library {
  files: string[]
  /** The paragraph that a chunk was made of. */
  origin: Map<string, Chunk>
}

function libraryOf({ chunks }: Corpus): Library {
  // Paragraphs that the index keeps as one chunk each.
  const whole = chunks.filter(({ text, vector }) => vector && text.length >= 750 && text.length <= 1300)
  const words = [...new Set(chunks.flatMap(({ text }) => text.match(/\p{L}{4,}/gu) ?? []))]
  const origin = new Map<string, Chunk>()
  const files = Array.from({ length: Math.ceil(CHUNKS / PER_FILE) }, (_, file) =>
    Array.from({ length: PER_FILE }, (_, i) => {
      const chunk = whole[(file * PER_FILE + i) % whole.length]!
      const text = variantOf(chunk.text.trim(), words)
      origin.set(text, chunk)
      return text
    }).join('\n\n'),
  )
  return { files, origin }
}

/** Vectors for every chunk of the owner, where the service has not made them yet. */
async function bringVectors(sql: pg.Client, ownerId: string, { origin }: Library): Promise<void> {
  const { rows } = await sql.query<{ object_id: string; ord: number; text: string }>(
    `select t.object_id, t.ord, t.text from search_texts t where t.owner_id = $1 and t.ord >= 0 and not exists (
      select 1 from search_vectors v where v.owner_id = t.owner_id and v.object_id = t.object_id and v.ord = t.ord)`,
    [ownerId],
  )
  const others = [...origin.values()]
  for (let from = 0; from < rows.length; from += 500) {
    const batch = rows.slice(from, from + 500).map(({ object_id, ord, text }, n) => {
      const chunk = origin.get(text.trim()) ?? others[(from + n) % others.length]!
      return { object_id, ord, vector: encodeVector(noisy(chunk.vector!)).toString('hex') }
    })
    await sql.query(
      `insert into search_vectors (owner_id, object_id, ord, version, model, dim, vector)
        select s.owner_id, s.object_id, s.ord, s.version, 'bilingual-encoder-q8-1', 384, decode(n.vector, 'hex')
        from jsonb_to_recordset($2::jsonb) as n(object_id uuid, ord integer, vector text)
        join search_chunks s on s.owner_id = $1 and s.object_id = n.object_id and s.ord = n.ord
        on conflict do nothing`,
      [ownerId, JSON.stringify(batch)],
    )
  }
}

/** The first sentence of the first passage, as an honest model would quote it. */
function quoting({ body }: Seen) {
  const asked = String(body.messages?.at(-1)?.content ?? '')
  const passage = /<passage number="1"[^>]*>\n([\s\S]*?)\n<\/passage>/u.exec(asked)?.[1] ?? ''
  return { say: `${(passage.match(/^.{30,}?[.!?](?=\s)/su)?.[0] ?? passage).replaceAll('\n', ' ')} [1]` }
}

/** Processor time of the service, of its encoder and of its database, in milliseconds: a busy machine changes it little. */
function processorMs({ process: service, dataDir }: RunningServer): number {
  const commandOf = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  const all = new Map<string, { parent: string; ticks: number; database: boolean }>()
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      const parent = fields[1]!
      const database = commandOf(pid).startsWith('postgres:') && commandOf(parent).includes(dataDir)
      all.set(pid, { parent, ticks: Number(fields[11]) + Number(fields[12]), database })
    } catch {
      // It has ended meanwhile.
    }
  // The programs that keep a worker apart stand between it and the service.
  const isOurs = (pid: string): boolean => {
    const found = all.get(pid)
    return Number(pid) === service.pid || (found !== undefined && isOurs(found.parent))
  }
  return [...all].reduce((sum, [pid, { ticks, database }]) => sum + (database || isOurs(pid) ? ticks * 10 : 0), 0)
}

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

let server: RunningServer

/** When the model was asked last. */
let askedAt = 0

interface Measured {
  /** Medians, in milliseconds. */
  whole: number
  asked: number
  /** The mean of a question. */
  processor: number
}

async function measure(name: string, person: Person, questions: string[]): Promise<Measured> {
  const [times, asked]: [number[], number[]] = [[], []]
  let [answered, written, before] = [0, 0, 0]
  for (const [n, query] of questions.entries()) {
    if (n === WARM) before = processorMs(server)
    const began = performance.now()
    const { status, body } = await person.post('/v1/ask', { query, web_search: false })
    if (status !== 200) throw new Error(`ask answered ${status}: ${JSON.stringify(body)}`)
    if (n < WARM) continue
    times.push(performance.now() - began)
    if (askedAt > began) asked.push(askedAt - began)
    if ((body as Json).used_context) answered++
    if ((body as Json).model) written++
  }
  const measured = {
    whole: quantile(times, 0.5),
    asked: asked.length > 0 ? quantile(asked, 0.5) : 0,
    processor: (processorMs(server) - before) / times.length,
  }
  console.log(
    `${name}: ${measured.whole.toFixed(0)} ms p50, ${quantile(times, 0.95).toFixed(0)} ms p95` +
      (asked.length > 0
        ? `, the model asked after ${measured.asked.toFixed(0)} p50, ${quantile(asked, 0.95).toFixed(0)} p95`
        : '') +
      `, processor ${measured.processor.toFixed(0)} ms; ${answered} of ${times.length} answered, ${written} by the model`,
  )
  return measured
}

function isWithin(name: string, value: number, bound: number): boolean {
  console.log(`${name}: ${value.toFixed(0)} ms, at most ${bound}: ${value <= bound ? 'ok' : 'MISSED'}`)
  return value <= bound
}

async function withModels(person: Person, model: ModelServer, fresh: () => string[]): Promise<boolean> {
  await person.put('/v1/integrations/llm', { base_url: model.baseUrl, api_key: model.key, model: 'small' })
  const answering = (say: (seen: Seen) => { say: string }) =>
    model.answer(seen => {
      askedAt = performance.now()
      return say(seen)
    })
  answering(quoting)
  const well = await measure('a model that quotes', person, fresh())
  answering(() => ({ say: 'NOT_FOUND' }))
  const nothing = await measure('a model that finds nothing', person, fresh())
  answering(() => ({ say: 'It was Zaphod Beeblebrox, in 4711, with 99 elephants [1].' }))
  const invented = await measure('a model that makes things up', person, fresh())
  const asked = Math.max(well.asked, nothing.asked, invented.asked)
  const verified = Math.max(well.processor, invented.processor) - nothing.processor
  return [
    isWithin('until the model is asked', asked, BOUNDS.asked),
    isWithin('processor to verify', verified, BOUNDS.verified),
  ].every(Boolean)
}

/** Uploaded and read by the service; the vectors come as soon as a file has been read, before the encoder gets to it. */
async function fill(server: RunningServer, person: Person, library: Library): Promise<void> {
  const { url } = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => {} })
  const sql = new pg.Client({ connectionString: url })
  await sql.connect()
  // The model's background comes with the first vector.
  await person.upload('first.txt', 'The first text.')
  await until(async () => (await person.get('/v1/search/vectors')).body.done === 1, 'the first vector', 120)
  const began = performance.now()
  const pending = async () => (await person.get('/v1/objects?status=pending&limit=1')).body.total
  for (const [n, text] of library.files.entries()) {
    await person.upload(`book ${n}.txt`, text)
    await until(async () => (await pending()) < 3, 'the books')
    await bringVectors(sql, person.id, library)
  }
  await until(async () => (await pending()) === 0, 'the last books')
  await bringVectors(sql, person.id, library)
  await until(async () => (await person.get('/v1/search/vectors')).body.waiting === 0, 'the last vectors', 3600)
  await sql.query('vacuum (analyze)')
  const { rows } = await sql.query('select count(*) as n from search_vectors where owner_id = $1', [person.id])
  await sql.end()
  console.log(`${rows[0].n} chunks are there after ${((performance.now() - began) / 1000).toFixed(0)} s`)
}

const KEPT = process.argv.find(arg => arg.startsWith('--keep='))?.slice(7)

/** With `--keep=folder` the library is kept there, and taken from there the next time. */
async function libraryAt(server: RunningServer, corpus: Corpus): Promise<Person> {
  const note = KEPT && join(KEPT, 'owner.json')
  if (note && existsSync(note)) {
    const { email, password, token, id } = JSON.parse(readFileSync(note, 'utf8'))
    return new Person(email, password, token, id, server.url)
  }
  const person = await aPerson(server.url)
  await fill(server, person, libraryOf(corpus))
  if (note) writeFileSync(note, JSON.stringify(person))
  return person
}

async function main(): Promise<boolean> {
  const embedder = await chooseEmbedder(await aSandbox(), '', join(ROOT, 'models'))
  const corpus = await readCorpus(join(DATA, 'squad1.1-dev-minus-xquad.json'), embedder, EVERY)
  await embedder.close()
  if (KEPT) mkdirSync(KEPT, { recursive: true, mode: 0o711 })
  const env = { ALLOW_PRIVATE_ENDPOINTS: 'true', CHECK_REPLIES: 'off' }
  server = await startServer({ env, dataDir: KEPT })
  const model = await startModelServer()
  try {
    const person = await libraryAt(server, corpus)
    const all = corpus.asked.map(({ question }) => question)
    // Nobody has asked them before: what was asked once is quicker.
    const fresh = () => all.splice(0, WARM + QUESTIONS)
    const met = await withModels(person, model, fresh)
    await person.delete('/v1/integrations/llm')
    const alone = await measure('no model', person, fresh())
    return isWithin('without a model', alone.whole, BOUNDS.alone) && met
  } finally {
    await model.close()
    await server.stop({ keep: KEPT !== undefined })
  }
}

if (!existsSync(join(DATA, 'squad1.1-dev-minus-xquad.json'))) console.log('skipped: the data is not here')
else process.exitCode = (await main()) ? 0 : 1
