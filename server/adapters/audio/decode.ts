import { type ChildProcess, spawn } from 'node:child_process'
import { SAFE_INPUT } from '../documents/media.ts'
import { ChildEnded, isFromOutside } from '../pool/endings.ts'
import { RATE } from './cutter.ts'

/** Any recording as 16-bit mono at 16 kHz, by ffmpeg, as a stream: however long it is, little of it is in memory. */

export interface AudioPrograms {
  ffmpeg: string
  ffprobe: string
  /** What stands before a command so that it is limited and dies with us. */
  before: string[]
}

export interface Probed {
  /** Undefined: there is no sound in it. */
  channels: number | undefined
  /** As the container says, which may be wrong or nothing. */
  seconds: number | undefined
  readable: boolean
}

const run = ({ before }: AudioPrograms, program: string, args: string[]): ChildProcess => {
  const [command, ...rest] = [...before, program, ...args]
  const child = spawn(command!, rest, {
    env: { LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' },
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child.on('error', () => {})
  if (child.pid === undefined) throw new ChildEnded(`${program} could not be started`)
  return child
}

const MOST_PRINTED = 4 * 1024 * 1024
const PROBE_MS = 40_000

export async function probe(programs: AudioPrograms, path: string): Promise<Probed> {
  const args = ['-v', 'error', '-print_format', 'json', '-show_format', '-show_streams', ...SAFE_INPUT]
  const child = run(programs, programs.ffprobe, [...args, '-i', `file:${path}`])
  const late = setTimeout(() => child.kill('SIGKILL'), PROBE_MS)
  const printed: Buffer[] = []
  let size = 0
  child.stdout!.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MOST_PRINTED) child.kill('SIGKILL')
    else printed.push(chunk)
  })
  const { code, signal } = await ended(child)
  clearTimeout(late)
  if (isFromOutside(signal) && !child.killed) throw new ChildEnded(`ffprobe was ended (${signal})`)
  if (code !== 0) return { channels: undefined, seconds: undefined, readable: false }
  const found = JSON.parse(Buffer.concat(printed).toString()) as {
    format?: { duration?: string }
    streams?: { codec_type?: string; channels?: number }[]
  }
  const sound = found.streams?.find(({ codec_type }) => codec_type === 'audio')
  const seconds = Number(found.format?.duration)
  return {
    channels: sound && (sound.channels ?? 1),
    seconds: Number.isFinite(seconds) ? seconds : undefined,
    readable: (found.streams?.length ?? 0) > 0,
  }
}

const ended = (child: ChildProcess): Promise<{ code: number | null; signal: string | null }> =>
  new Promise(resolve => child.once('close', (code, signal) => resolve({ code, signal })))

/** Layouts of more channels than this have no names, and ffmpeg does not know how to mix them down. */
const NAMED_CHANNELS = 8

const mixing = (channels: number): string[] =>
  channels <= NAMED_CHANNELS
    ? ['-ac', '1']
    : ['-af', `pan=mono|c0<${Array.from({ length: Math.min(channels, 64) }, (_, i) => `c${i}`).join('+')}`]

export async function* decode(programs: AudioPrograms, path: string, channels: number): AsyncGenerator<Buffer> {
  const quiet = ['-hide_banner', '-loglevel', 'quiet', '-nostdin', '-threads', '1']
  const input = [...SAFE_INPUT, '-i', `file:${path}`, '-map', '0:a:0', '-vn', '-sn', '-dn']
  const child = run(programs, programs.ffmpeg, [
    ...quiet,
    ...input,
    ...mixing(channels),
    '-ar',
    String(RATE),
    '-f',
    's16le',
    'pipe:1',
  ])
  const end = ended(child)
  try {
    for await (const chunk of child.stdout!) yield chunk as Buffer
    // What it had told until then would be taken for the whole recording.
    const { signal } = await end
    if (isFromOutside(signal)) throw new ChildEnded(`ffmpeg was ended (${signal})`)
  } finally {
    child.kill('SIGKILL')
  }
}
