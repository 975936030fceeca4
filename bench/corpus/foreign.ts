import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { aPerson, type Json, type Person, until } from '../../test/support/client.ts'
import { type Foreign, foreignFiles } from './files.ts'
import { untruth, whyFewer } from './reasons.ts'
import { independently, type Kept, keptOf, saved, shareOf } from './words.ts'

/** What is read of files that other people's programs have made, what another program reads of them, and what comes of changing them. */

const LEAST_READ = 0.99
const LEAST_WORDS = 0.98
/** Fewer say nothing of a file. */
const FEW_WORDS = 5
const AT_ONCE = 3
const WORST = 10

interface Read {
  file: Foreign
  id: string
  status: string
  error: string
  text: string
  seconds: number
  words?: Kept
  untrue?: string
}

interface Changed {
  file: Foreign
  how: string
  /** What is wrong with the result; a refusal with a reason is no fault. */
  fault?: string
  refusal?: string
  words?: Kept
}

const hashOf = ({ repository, path }: Foreign) =>
  createHash('sha256')
    .update(repository + path)
    .digest()
    .readUInt16BE()

const nameOf = ({ repository, path }: Foreign) => `${repository}: ${path.split('/').at(-1)}`

async function readOne(anna: Person, file: Foreign): Promise<Read> {
  const began = performance.now()
  const { id } = await anna.upload(file.name, file.bytes)
  const object: Json = await anna.read(id, 900)
  const seconds = (performance.now() - began) / 1000
  const text = object.status === 'ready' ? ((await anna.get(`/v1/objects/${id}/text`)).body.text ?? '') : ''
  const other = await independently(file)
  const words = other && object.status === 'ready' ? keptOf(other, text) : undefined
  const error = object.error ?? ''
  const untrue = untruth({ file, error, text })
  if (untrue) console.log(`  UNTRUE ${nameOf(file)}: ${untrue}`)
  return {
    file,
    id,
    status: object.status,
    error,
    text,
    seconds,
    words: words && words.words >= FEW_WORDS ? words : undefined,
    untrue,
  }
}

const contentOf = async (anna: Person, url: string, id: string) => {
  const headers = { authorization: `Bearer ${anna.token}` }
  return Buffer.from(await (await fetch(`${url}/v1/objects/${id}/content`, { headers })).arrayBuffer())
}

/** 2 is an error, 3 a warning: what was odd in the original may be odd in the result. */
const checkOf = (path: string) => {
  const { status, stdout, stderr } = spawnSync('qpdf', ['--check', path], { maxBuffer: 1 << 26 })
  return { status, told: `${stdout}${stderr}`.slice(-300) }
}

const pagesOf = (path: string) =>
  Number(/Pages:\s+(\d+)/.exec(spawnSync('pdfinfo', [path]).stdout.toString())?.[1] ?? 0)
const textOf = (path: string) => spawnSync('pdftotext', [path, '-'], { maxBuffer: 1 << 28 }).stdout.toString()

async function finished(anna: Person, path: string, what: string) {
  return until(
    async () => {
      const { body } = await anna.get(path)
      return body.done && body
    },
    what,
    300,
  )
}

const STEPS = ['rotate', 'compress', 'watermark', 'annotate', 'protect', 'delete'] as const

const BODY: Record<(typeof STEPS)[number], object> = {
  rotate: { pages: '1', angle: 90 },
  compress: {},
  watermark: { text: 'Draft' },
  annotate: { annotations: [{ page: 1, x0: 0.2, y0: 0.4, x1: 0.6, y1: 0.6, type: 'rect', color: '#FF0000' }] },
  protect: { password: 'a secret' },
  delete: { pages: '1' },
}

async function operate(anna: Person, url: string, read: Read, how: (typeof STEPS)[number]): Promise<Changed> {
  const { file, id } = read
  const original = saved(file.bytes, 'pdf')
  if (how === 'delete' && pagesOf(original) < 2) return operate(anna, url, read, 'rotate')
  const { status, body } = await anna.post(`/v1/objects/${id}/pdf/${how}`, BODY[how])
  if (status !== 202) return { file, how, refusal: JSON.stringify(body.detail ?? body) }
  const record = await finished(anna, `/v1/objects/${id}/pdf-status/${body.task_id}`, `${how} of ${file.name}`)
  if (!record.ok) return { file, how, refusal: record.error }
  const path = saved(await contentOf(anna, url, record.object_ids[0]), 'pdf')
  if (how === 'protect')
    return { file, how, fault: checkOf(path).status === 2 ? undefined : 'it opens without the password' }
  const [before, after] = [checkOf(original), checkOf(path)]
  if (after.status !== 0 && before.status !== 2 && !(after.status === 3 && before.status === 3))
    return { file, how, fault: after.told }
  const wanted = pagesOf(original) - (how === 'delete' ? 1 : 0)
  if (pagesOf(path) !== wanted) return { file, how, fault: `${pagesOf(path)} pages in place of ${wanted}` }
  if (how === 'delete') return { file, how }
  return { file, how, words: keptOf(textOf(original), textOf(path)) }
}

async function convert(anna: Person, url: string, { file, id, text }: Read): Promise<Changed | undefined> {
  const { formats } = (await anna.get(`/v1/objects/${id}/convert-formats`)).body
  const readable = (formats ?? []).filter((format: string) =>
    ['pdf', 'docx', 'md', 'txt', 'html', 'odt', 'csv'].includes(format),
  )
  if (readable.length === 0) return undefined
  const fmt = readable[hashOf(file) % readable.length]!
  const how = `to ${fmt}`
  const { status, body } = await anna.post(`/v1/objects/${id}/convert`, { fmt })
  if (status !== 202) return { file, how, refusal: JSON.stringify(body.detail ?? body) }
  const record = await finished(anna, `/v1/objects/${id}/convert-status/${body.task_id}`, `${how} of ${file.name}`)
  if (!record.ok) return { file, how, refusal: record.error }
  const [made] = record.object_ids
  if (fmt === 'pdf') {
    const path = saved(await contentOf(anna, url, made), 'pdf')
    const { status: sound, told } = checkOf(path)
    if (sound !== 0) return { file, how, fault: told }
  }
  const result: Json = await anna.read(made, 900)
  // Every sheet by itself.
  if (result.kind === 'archive') return { file, how }
  if (result.status !== 'ready') return { file, how, fault: `the result cannot be read: ${result.error}` }
  const said = (await anna.get(`/v1/objects/${made}/text`)).body.text ?? ''
  return { file, how, words: keptOf(text, said) }
}

/** At once: whoever ends the bench early knows what it has found. */
function told<T extends Changed | undefined>(changed: T): T {
  if (changed?.fault) console.log(`  DAMAGED ${changed.how}, ${nameOf(changed.file)}: ${changed.fault}`)
  return changed
}

/** The same work for each, some at a time. */
async function each<T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<R[]> {
  const [left, done] = [items[Symbol.iterator](), [] as R[]]
  const worker = async () => {
    for (let next = left.next(); !next.done; next = left.next()) {
      done.push(await work(next.value))
      if (done.length % 50 === 0) console.log(`${done.length} done`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return done
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`
const sum = (all: (Kept | undefined)[]): Kept =>
  all.reduce<Kept>((a, b) => ({ words: a.words + (b?.words ?? 0), kept: a.kept + (b?.kept ?? 0) }), {
    words: 0,
    kept: 0,
  })

function byKind(reads: Read[]): void {
  for (const kind of [...new Set(reads.map(({ file }) => file.kind))].sort()) {
    const of = reads.filter(({ file }) => file.kind === kind)
    const ready = of.filter(({ status }) => status === 'ready')
    const compared = of.filter(({ words }) => words)
    const times = of.map(({ seconds }) => seconds).sort((a, b) => a - b)
    const words =
      compared.length > 0
        ? `, words ${percent(shareOf(sum(compared.map(({ words }) => words))))} of ${compared.length}`
        : ''
    console.log(
      `${kind.padEnd(8)} ${String(of.length).padStart(3)} files, ${ready.length} read${words}, ${times[times.length >> 1]!.toFixed(1)} s, at most ${times.at(-1)!.toFixed(1)} s`,
    )
  }
}

function claim(name: string, value: number, least: number): boolean {
  console.log(`${name}: ${percent(value)} (at least ${percent(least)}): ${value < least ? 'MISSED' : 'ok'}`)
  return value >= least
}

export async function ofOthers(url: string, clones: string, only?: string): Promise<boolean> {
  const anna = await aPerson(url)
  const reads = await each(foreignFiles(clones, only), file => readOne(anna, file))
  byKind(reads)
  const unread = reads.filter(({ status, error }) => status !== 'ready' || error !== '')
  console.log(`\nnot read, or not whole, ${unread.length}, each with its reason:`)
  for (const { file, error, status } of unread) console.log(`  ${nameOf(file)}: ${status}: ${error}`)
  const empty = reads.filter(
    ({ status, text, words }) => status === 'ready' && text.trim() === '' && (words?.words ?? 0) > 0,
  )
  console.log(
    `\nread as empty though another program reads words: ${empty.map(({ file }) => nameOf(file)).join(', ') || 'none'}`,
  )
  const compared = reads.flatMap(read => (read.words ? [{ ...read, share: shareOf(read.words) }] : []))
  console.log(`\nthe ${WORST} with the fewest words kept:`)
  for (const { file, share, words } of compared.sort((a, b) => a.share - b.share).slice(0, WORST))
    console.log(`  ${percent(share).padStart(7)} of ${words!.words}: ${nameOf(file)}: ${whyFewer(file)}`)

  const pdfs = reads.filter(({ file, status }) => file.kind === 'pdf' && status === 'ready')
  const operated = await each(pdfs, async read =>
    told(await operate(anna, url, read, STEPS[hashOf(read.file) % STEPS.length]!)),
  )
  const converted = await each(
    reads.filter(({ status }) => status === 'ready'),
    async read => told(await convert(anna, url, read)),
  )
  const changed = [...operated, ...converted.flatMap(one => one ?? [])]
  const faults = changed.filter(({ fault }) => fault)
  console.log(
    `\n${changed.length} changes, refused ${changed.filter(({ refusal }) => refusal).length}, damaged ${faults.length}`,
  )
  for (const { file, how, refusal } of changed.filter(({ refusal }) => refusal))
    console.log(`  refused ${how}, ${nameOf(file)}: ${refusal}`)
  for (const how of [...new Set(changed.map(one => one.how))].sort()) {
    const of = changed.flatMap(one => (one.how === how && one.words && one.words.words >= FEW_WORDS ? [one] : []))
    if (of.length === 0) continue
    const worst = of.sort((a, b) => shareOf(a.words!) - shareOf(b.words!)).slice(0, 3)
    console.log(
      `${how}: words kept ${percent(shareOf(sum(of.map(({ words }) => words))))} in ${of.length}; least: ${worst.map(({ file, words }) => `${nameOf(file)} ${percent(shareOf(words!))} of ${words!.words}`).join(', ')}`,
    )
  }
  console.log()
  return [
    claim(
      'read, or refused with the true reason',
      1 - reads.filter(({ untrue }) => untrue).length / reads.length,
      LEAST_READ,
    ),
    claim('words kept', shareOf(sum(reads.map(({ words }) => words))), LEAST_WORDS),
    claim('results that are not damaged', 1 - faults.length / Math.max(1, changed.length), 1),
  ].every(Boolean)
}
