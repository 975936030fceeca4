import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './server.ts'

/** Recordings whose words and speakers are known: spoken by espeak-ng, put together by ffmpeg. */

const has = (command: string) => spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined

export const canSpeak = has('espeak-ng') && spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).error === undefined

const DATA = join(ROOT, '../shared/data')

/** A recording that was made of people, where the development data lies; undefined where it does not. */
export function sample(path: string): string | undefined {
  const found = join(DATA, path)
  return existsSync(found) ? found : undefined
}

export interface Voice {
  /** As espeak-ng names it: `en-us`, `ru`, `en+f3`. */
  voice: string
  speed?: number
  pitch?: number
}

export class Studio {
  readonly folder = mkdtempSync(join(tmpdir(), 'dossier-speech-'))
  private count = 0

  path(extension: string): string {
    this.count++
    return join(this.folder, `${this.count}.${extension}`)
  }

  speak(text: string, { voice, speed = 150, pitch = 50 }: Voice = { voice: 'en-us' }): string {
    const to = this.path('wav')
    const how = ['-b', '1', '-v', voice, '-s', String(speed), '-p', String(pitch)]
    execFileSync('espeak-ng', [...how, '-w', to, text], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    return to
  }

  /** Runs ffmpeg; the last word names the kind of the result. */
  make(args: string[], extension: string): string {
    const to = this.path(extension)
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, to])
    return to
  }

  silence(seconds: number): string {
    return this.make(['-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', String(seconds)], 'wav')
  }

  /** One behind the other. */
  join(...parts: string[]): string {
    const inputs = parts.flatMap(part => ['-i', part])
    const graph = `${parts.map((_, at) => `[${at}:a]aresample=16000,aformat=channel_layouts=mono[a${at}];`).join('')}${parts
      .map((_, at) => `[a${at}]`)
      .join('')}concat=n=${parts.length}:v=0:a=1`
    return this.make([...inputs, '-filter_complex', graph], 'wav')
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export const bytesOf = (path: string) => new Uint8Array(readFileSync(path))

/** Words compared as people would: without capitals and signs. */
export const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/[\p{L}\p{N}']+/gu) ?? []

/** How many words were changed, left out or put in. */
export function wordErrors(said: string[], written: string[]): number {
  let row = Array.from({ length: written.length + 1 }, (_, at) => at)
  for (let i = 1; i <= said.length; i++) {
    const next = [i]
    for (let j = 1; j <= written.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (said[i - 1] === written[j - 1] ? 0 : 1))
    row = next
  }
  return row[written.length]!
}

export interface Said {
  speaker: string
  start: number
  end: number
  text: string
}

/**
 * A conversation: each line by its speaker's voice, with a pause before the next, or none and less where they talk over each
 * other. Answers the recording and who said what when.
 */
export function conversation(
  studio: Studio,
  voices: Record<string, Voice>,
  lines: [string, string][],
  pauseAfter: (line: number) => number = () => 0.5,
) {
  const inputs: string[] = []
  const delays: string[] = []
  const said: Said[] = []
  let start = 0
  for (const [at, [speaker, text]] of lines.entries()) {
    const trim = 'silenceremove=start_periods=1:start_threshold=-50dB'
    const spoken = studio.speak(text, voices[speaker]!)
    const line = studio.make(['-i', spoken, '-af', `${trim},areverse,${trim},areverse`, '-ar', '16000'], 'wav')
    const end = start + (readFileSync(line).length - 44) / 32_000
    inputs.push('-i', line)
    delays.push(`[${at}:a]adelay=${Math.round(start * 1000)}[a${at}]`)
    said.push({ speaker, start, end, text })
    start = end + pauseAfter(at)
  }
  const all = lines.map((_, at) => `[a${at}]`).join('')
  const graph = `${delays.join(';')};${all}amix=inputs=${lines.length}:normalize=0,apad=pad_dur=0.5`
  return { path: studio.make([...inputs, '-filter_complex', graph], 'wav'), said }
}

export const MAN: Voice = { voice: 'en-us+m1', pitch: 35, speed: 150 }
export const WOMAN: Voice = { voice: 'en-us+f5', pitch: 80, speed: 155 }

export const MEETING: [string, string][] = [
  ['man', 'Good morning. I think we should sign the contract this week.'],
  ['woman', 'No, the delivery terms are not clear to me yet.'],
  ['man', 'The payment is due in thirty days, as we agreed before.'],
  ['woman', 'Could you send me the numbers again, please? I have lost the letter.'],
  ['man', 'Of course. I will send them tomorrow morning.'],
  ['woman', 'All right. Then we meet again on Monday.'],
]
