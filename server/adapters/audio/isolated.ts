import { fileURLToPath } from 'node:url'
import { type AudioDecoder, SoundUnusable } from '../../ports/audio.ts'
import { childPool } from '../pool/pool.ts'
import type { Sandbox } from '../pool/sandbox.ts'
import type { Programs } from '../programs/programs.ts'
import type { DecoderReply, DecoderRequest } from './child.ts'
import { voiceModel } from './voice.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
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

/** Decodes in a child process that ends with the recording. */
export function isolatedAudioDecoder(sandbox: Sandbox, programs: Programs): AudioDecoder {
  const pool = childPool<DecoderRequest | 'next', DecoderReply>(sandbox, {
    name: 'audio decoder',
    script: CHILD,
    heapMb: 256,
    dataMb: 1024,
    idleMs: 0,
    nice: 5,
  })

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
    async decode(path, options, take) {
      options.signal?.throwIfAborted()
      const question = {
        from: options.from ?? 0,
        mostSeconds: MOST_SECONDS,
        model: voiceModel(),
        programs: await found(),
      }
      const child = await pool.reserve()
      const ask = (asked: DecoderRequest | 'next') =>
        child.ask(asked, {
          ms: MOST_SECONDS * 1000,
          silenceMs: SILENCE_MS,
          signal: options.signal,
          progress: (seconds: number) => options.progress?.(seconds),
        })
      try {
        let answer = await ask({ ...question, path: await child.lend(path) })
        while ('piece' in answer) {
          const { piece } = answer
          const more = await take(piece)
          options.progress?.(piece.end)
          if (!more) return { seconds: piece.end, whole: false }
          answer = await ask('next')
        }
        if ('unusable' in answer) throw new SoundUnusable(answer.unusable, WHY[answer.unusable])
        return answer.done
      } finally {
        child.end()
      }
    },
    close: () => pool.close(),
  }
}
