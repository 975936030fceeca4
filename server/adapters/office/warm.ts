import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { firstOf, timeLimit } from '../../lib/time-limit.ts'
import { turns } from '../../lib/turns.ts'
import { type Bounds, DocumentRefused, type Office } from '../../ports/documents.ts'
import { ChildEnded, countEnd, isFromOutside } from '../pool/endings.ts'
import { dropLinks } from '../pool/made-files.ts'
import type { Sandbox } from '../pool/sandbox.ts'
import { usageOf } from '../pool/usage.ts'
import { endGroup, type Programs, signalIn } from '../programs/programs.ts'
import { askOffice, pipeIn, pipeOf } from './pipe.ts'
import { writeProfile } from './profile.ts'

/** As metrics and health call it. */
const NAME = 'office'
const IDLE_MS = 5 * 60_000
const CONVERT_MS = 60_000
const START_MS = 40_000
const MEMORY_MB = 2048
/** Its line is closed a moment before it is gone. */
const FALL_MS = 500
/** It grows a little with each document: from here on it is replaced between two of them. */
const PLUMP_MB = 700
const MAX_DOCUMENTS = 200

const FLAGS = [
  '--headless',
  '--invisible',
  '--norestore',
  '--nolockcheck',
  '--nodefault',
  '--nofirststartwizard',
  '--nologo',
]

export interface WarmOffice extends Omit<Office, 'convert'> {
  convert(...given: Parameters<Office['convert']>): Promise<void>
  close(): Promise<void>
}

/** A file, or a folder for as many as come of it. */
type Target = string | { folder: string }

/** Commas, quotes, UTF-8, every cell as it is shown; what follows is the number of the sheet, -1 for all of them. */
const CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false'

interface Running {
  process: ChildProcess
  folder: string
  pipe: string
  done: number
}

/** What it would otherwise guess, and often wrongly. Texts come to it in UTF-8. */
const READ_AS: Record<string, string> = {
  csv: 'CSV:44,34,76,1',
  txt: 'Text (encoded):UTF8',
  html: 'HTML (StarWriter)',
}

const refused = () =>
  new DocumentRefused('damaged', {
    en: 'The document could not be opened: it is damaged, has a password, or is not what its name says.',
    ru: 'Документ не открылся: он повреждён, защищён паролем или это не то, что сказано в названии.',
  })

const tooHeavy = () =>
  new DocumentRefused('too_heavy', {
    en: 'The document is too heavy: converting it takes more time or memory than it may.',
    ru: 'Документ слишком тяжёлый: преобразование занимает больше времени или памяти, чем можно.',
  })

/**
 * One LibreOffice process with one profile. It starts with the first document, converts one document at a time, owners
 * taking turns, and ends after five idle minutes.
 */
export function warmOffice(programs: Programs, sandbox: Sandbox): WarmOffice {
  let running: Running | undefined
  const inTurn = turns({ limit: 1 })
  let nap: NodeJS.Timeout | undefined
  let closed = false

  async function stop(): Promise<void> {
    clearTimeout(nap)
    const ended = running
    running = undefined
    if (!ended) return
    endGroup(ended.process.pid)
    await rm(ended.folder, { recursive: true, force: true, maxRetries: 3 })
    await rm(ended.pipe, { force: true })
  }

  async function ready(): Promise<Running> {
    if (running && !isAlive(running.process)) await stop()
    if (running && (running.done >= MAX_DOCUMENTS || (await usageOf(running.process.pid)).resident > PLUMP_MB))
      await stop()
    running ??= await startOffice(programs, sandbox)
    return running
  }

  async function convert(
    { path, from, extension, to }: { path: string; from: string; extension: string; to: Target },
    bounds: Bounds,
  ): Promise<string[]> {
    if (closed) throw new Error('the office is closed')
    clearTimeout(nap)
    bounds.signal?.throwIfAborted()
    const office = await ready()
    const job = await mkdtemp(join(office.folder, 'job-'))
    const limit = timeLimit(CONVERT_MS)
    const signal = firstOf(limit, bounds.signal)
    try {
      const made = await convertIn(office, job, { path, from, extension, signal, each: typeof to !== 'string' })
      const targets = made.map(file => (typeof to === 'string' ? to : join(to.folder, basename(file))))
      for (const [n, file] of made.entries()) await rename(file, targets[n]!).catch(() => copyFile(file, targets[n]!))
      return targets
    } catch (error) {
      if (error instanceof DocumentRefused) throw error
      const fall = await fallOf(office, error)
      // Whatever state it is in, the next document gets a fresh one.
      await stop()
      if (bounds.signal?.aborted) throw bounds.signal.reason
      if (!limit.aborted) throw fall ?? error
      countEnd(NAME, 'exceeded')
      throw tooHeavy()
    } finally {
      office.done++
      await rm(job, { recursive: true, force: true })
      nap = setTimeout(() => void inTurn('', stop), IDLE_MS)
      nap.unref()
    }
  }

  const convertAgain = (work: Parameters<typeof convert>[0], bounds: Bounds) =>
    inTurn(bounds.owner ?? '', () =>
      convert(work, bounds).catch(error => {
        if (!(error instanceof ChildEnded)) throw error
        return convert(work, bounds)
      }),
    )

  return {
    async convert(path, { from, format, to }, bounds = {}) {
      await convertAgain({ path, from, extension: format, to }, bounds)
    },
    sheets: (path, from, folder, { sheet = -1, ...bounds } = {}) =>
      convertAgain({ path, from, extension: `${CSV},${sheet}`, to: { folder } }, bounds),
    async close() {
      closed = true
      await stop()
    },
  }
}

/** The office fell over: the document is at fault as far as anybody can tell, unless it was pushed from outside. */
async function fallOf(office: Running, error: unknown): Promise<Error | undefined> {
  if (!/closed the line|ECONNRESET|EPIPE|ECONNREFUSED/.test((error as Error).message)) return undefined
  for (let waited = 0; isAlive(office.process) && waited < FALL_MS; waited += 10) await sleep(10)
  const by = signalOf(office.process)
  const byOthers = isFromOutside(by)
  countEnd(NAME, byOthers ? 'killed' : 'broke')
  return byOthers ? new ChildEnded(`the office was ended (${by})`) : tooHeavy()
}

interface Conversion {
  path: string
  from: string
  extension: string
  signal: AbortSignal
  /** The conversion makes several files, some of them perhaps empty. */
  each: boolean
}

async function convertIn(
  office: Running,
  job: string,
  { path, from, extension, signal, each }: Conversion,
): Promise<string[]> {
  const [input, output] = [join(job, `in.${from}`), join(job, 'out')]
  await copyFile(path, input)
  await mkdir(output)
  const filter = READ_AS[from] ? [`--infilter=${READ_AS[from]}`] : []
  const args = ['--headless', ...filter, '--convert-to', extension, '--outdir', output, input]
  await askOffice(office.pipe, job, args, signal)
  // It says nothing of failure: what it has written is the only sign.
  await dropLinks(output)
  const written = await readdir(output)
  if (each && written.length > 0) return written.map(name => join(output, name))
  const wanted = `in.${extension.split(':')[0]}`
  const made = written.find(name => name === wanted)
  if (!made || (await stat(join(output, made))).size === 0) throw refused()
  return [join(output, made)]
}

async function startOffice(programs: Programs, sandbox: Sandbox): Promise<Running> {
  const launcher = await programs.find('soffice')
  if (!launcher)
    throw new DocumentRefused('unable', {
      en: 'LibreOffice is not installed on this machine, so office documents cannot be converted here.',
      ru: 'На этой машине нет LibreOffice, поэтому офисные документы здесь не преобразовать.',
    })
  const program = join(dirname(await realpath(launcher)), 'soffice.bin')
  const folder = await sandbox.newFolder()
  const profile = join(folder, 'profile')
  await writeProfile(profile)
  const tmp = join(folder, 'tmp')
  await mkdir(tmp)
  const { isolation } = sandbox
  const apart = isolation.wrap({ writable: [folder], readable: [dirname(dirname(program))], tmp })
  const profileUrl = pathToFileURL(profile).href
  const limits = await programs.limits({ memoryMb: MEMORY_MB, fileMb: 2048 })
  const launch = (...args: string[]): ChildProcess => {
    const command = [...limits, ...apart, program, `-env:UserInstallation=${profileUrl}`, ...FLAGS, ...args]
    const child = spawn(command[0]!, command.slice(1), {
      cwd: folder,
      // Where it finds its own libraries: in its room there is no /proc that would tell it where it lies.
      env: {
        PATH: '/usr/bin:/bin',
        HOME: folder,
        TMPDIR: isolation.way === 'none' ? tmp : '/tmp',
        LANG: 'C.UTF-8',
        LD_LIBRARY_PATH: dirname(program),
      },
      stdio: 'ignore',
      detached: true,
    })
    child.on('error', () => {})
    child.unref()
    return child
  }
  // With a new profile it fills it and then asks to be started again.
  await ended(launch('--terminate_after_init'))
  // An empty document keeps it from ending itself when a conversion is done.
  const child = launch('private:factory/swriter')
  // Without a room of its own it puts the socket into the /tmp of everybody.
  const shared = isolation.way === 'none' ? pipeOf('/tmp', profileUrl, process.getuid?.() ?? 0) : undefined
  const office: Running = { process: child, folder, pipe: '', done: 0 }
  office.pipe = await listening(office, async () => shared ?? pipeIn(tmp, await readdir(tmp)))
  return office
}

async function ended(child: ChildProcess): Promise<void> {
  const limit = setTimeout(() => endGroup(child.pid), START_MS)
  if (isAlive(child)) await once(child, 'exit').catch(() => {})
  clearTimeout(limit)
}

/** The socket, when it is there. */
async function listening(office: Running, look: () => Promise<string | undefined>): Promise<string> {
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(25)) {
    if (!isAlive(office.process)) break
    const pipe = await look()
    if (pipe && (await stat(pipe).catch(() => undefined))) return pipe
  }
  endGroup(office.process.pid)
  await rm(office.folder, { recursive: true, force: true })
  const { exitCode } = office.process
  const by = signalOf(office.process)
  countEnd(NAME, isFromOutside(by) ? 'killed' : 'broke')
  throw new ChildEnded(`the office did not start (${by ?? exitCode ?? 'too slow'})`)
}

/** Killed inside of its room, it is the room that tells of it. */
const signalOf = ({ signalCode, exitCode }: ChildProcess) => signalCode ?? signalIn(exitCode)

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null
