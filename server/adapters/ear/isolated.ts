import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type CutPiece, type Ear, type Heard, type HearOptions, SoundUnusable } from '../../ports/ear.ts'
import { startLimited } from '../programs/children.ts'
import { endGroup, type Programs } from '../programs/programs.ts'
import type { Answer, Question } from './child.ts'
import { voiceModel } from './voice.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
const LIMITS = { heapMb: 256, dataMb: 1024 }
const PROGRAM = { memoryMb: 1536, fileMb: 1 }
/** More than anybody records in one go; a small file can unpack to years of silence. */
const MOST_SECONDS = 24 * 3600
/** A child that says nothing for so long is stuck; it tells of every half minute of sound. */
const SILENCE_MS = 120_000

const WHY = {
  silent: { en: 'There is no sound in the file.', ru: 'В файле нет звука.' },
  damaged: {
    en: 'The sound is damaged or in a format that is not known here, so nothing was written down.',
    ru: 'Звук повреждён или в неизвестном здесь формате, поэтому расшифровки нет.',
  },
  off: {
    en: 'Sound cannot be decoded on this server: ffmpeg is not installed.',
    ru: 'На этом сервере звук не декодируется: не установлен ffmpeg.',
  },
}

/** Listens in a child process that ends with the recording. */
export function isolatedEar(programs: Programs): Ear {
  const children = new Set<ChildProcess>()

  async function found() {
    const [ffmpeg, ffprobe] = [await programs.find('ffmpeg'), await programs.find('ffprobe')]
    if (!ffmpeg || !ffprobe) throw new SoundUnusable('off', WHY.off)
    return { ffmpeg, ffprobe, before: await programs.limits(PROGRAM) }
  }

  return {
    async check() {
      await found()
      return 'sound is decoded with ffmpeg, speech is found by Silero'
    },
    async hear(path, options, take) {
      options.signal?.throwIfAborted()
      const question = { path, from: options.from ?? 0, mostSeconds: MOST_SECONDS, model: voiceModel() }
      const programs = await found()
      const child = startLimited(CHILD, LIMITS)
      children.add(child)
      try {
        return await converse(child, { ...question, programs }, options, take)
      } finally {
        children.delete(child)
        endGroup(child.pid)
      }
    },
    async close() {
      for (const child of children) endGroup(child.pid)
    },
  }
}

function converse(
  child: ChildProcess,
  question: Question,
  options: HearOptions,
  take: (piece: CutPiece) => Promise<boolean>,
): Promise<Heard> {
  return new Promise((resolve, reject) => {
    let silence: NodeJS.Timeout | undefined
    const listen = () => {
      clearTimeout(silence)
      silence = setTimeout(() => fail(new Error('the ear fell silent')), SILENCE_MS)
    }
    const finish = () => {
      clearTimeout(silence)
      options.signal?.removeEventListener('abort', onAbort)
      child.removeAllListeners('message')
      child.removeAllListeners('exit')
    }
    const fail = (error: Error) => {
      finish()
      reject(error)
    }
    const onAbort = () => fail(options.signal!.reason)
    const onPiece = async (piece: CutPiece) => {
      clearTimeout(silence)
      const more = await take(piece)
      options.progress?.(piece.end)
      if (!more) {
        finish()
        return resolve({ seconds: piece.end, whole: false })
      }
      listen()
      child.send('next', error => error && fail(new Error('the ear could not be asked')))
    }
    child.on('message', (answer: Answer) => {
      listen()
      if ('piece' in answer) return void onPiece(answer.piece).catch(fail)
      if ('at' in answer) return options.progress?.(answer.at)
      if ('broken' in answer) return fail(new Error(`the ear broke: ${answer.broken}`))
      if ('unusable' in answer) return fail(new SoundUnusable(answer.unusable, WHY[answer.unusable]))
      finish()
      resolve(answer.done)
    })
    child.once('exit', (code, signal) => fail(new Error(`the ear was ended (${signal ?? code})`)))
    options.signal?.addEventListener('abort', onAbort)
    listen()
    child.send(question, error => error && fail(new Error('the ear could not be asked')))
  })
}
