import { stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DocumentRefused, type Media } from '../../ports/documents.ts'
import type { Programs } from '../programs/programs.ts'
import { blame } from './pages.ts'
import { PEAK_RATE, peakMeter } from './peaks.ts'

/** Play lists and the like can name other files and addresses: only what holds its own sound and pictures is opened. */
const CONTAINERS =
  'mov,matroska,webm,avi,mpeg,mpegts,mpegvideo,flv,asf,ogg,mp3,wav,flac,aac,aiff,amr,caf,w64,gif,3gp,mxf,au,ac3,eac3,dts,ape,wv,tta,rm,dv,h264,hevc,m4v'

const CONVERT_SECONDS = 1800

const SOUND = ['-vn', '-map', '0:a:0']
/** Even sides, since the usual colour format needs them. */
const FILM = ['-map', '0:v:0', '-map', '0:a:0?', '-vf', 'scale=trunc(iw/2)*2:trunc(ih/2)*2', '-pix_fmt', 'yuv420p']
const H264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-c:a', 'aac']
/** The index first, so that it plays while it loads. */
const FAST = ['-movflags', '+faststart']

const CODECS: Record<string, string[]> = {
  mp3: [...SOUND, '-c:a', 'libmp3lame', '-q:a', '3'],
  wav: [...SOUND, '-c:a', 'pcm_s16le'],
  m4a: [...SOUND, '-c:a', 'aac', '-b:a', '160k', ...FAST],
  ogg: [...SOUND, '-c:a', 'libvorbis', '-q:a', '5'],
  opus: [...SOUND, '-c:a', 'libopus', '-b:a', '96k'],
  flac: [...SOUND, '-c:a', 'flac'],
  mp4: [...FILM, ...H264, ...FAST],
  mkv: [...FILM, ...H264],
  webm: [...FILM, '-c:v', 'libvpx', '-b:v', '2M', '-deadline', 'realtime', '-cpu-used', '5', '-c:a', 'libopus'],
}

export const SAFE_INPUT = ['-protocol_whitelist', 'file', '-format_whitelist', CONTAINERS]

const unreadable = () =>
  new DocumentRefused('damaged', {
    en: 'The recording is damaged, or its format is not known here.',
    ru: 'Запись повреждена, или её формат здесь неизвестен.',
  })

const noCover = () =>
  new DocumentRefused('unable', {
    en: 'There is no cover in the recording that could be shown.',
    ru: 'В записи нет обложки, которую можно показать.',
  })

const within = (size: number) => `scale='if(gt(iw,ih),min(${size},iw),-2)':'if(gt(iw,ih),-2,min(${size},ih))'`
/** Of one picture: more than any film or cover has. */
const NOT_HUGE = ['-max_pixels', '100000000']
const ONE_PICTURE = ['-an', '-frames:v', '1', '-q:v', '4', '-f', 'image2']

/** One film and one sound are taken. */
function lossesOf(streams: string[], isSound: boolean): string[] {
  const of = (kind: string) => streams.filter(line => line.includes(`: ${kind}:`))
  const covers = of('Video').filter(line => line.includes('(attached pic)'))
  const films = of('Video').length - covers.length
  const lost: [string, boolean][] = [
    ['film', isSound && films > 0],
    ['cover', covers.length > 0],
    ['other_films', !isSound && films > 1],
    ['other_sounds', of('Audio').length > 1],
    ['subtitles', of('Subtitle').length > 0],
  ]
  return lost.flatMap(([what, isLost]) => (isLost ? [what] : []))
}

export function mediaTools(programs: Programs): Media {
  const ffmpeg = async (args: string[], to: string, seconds: number, signal?: AbortSignal): Promise<boolean> => {
    const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-threads', '2']
    const ran = await programs
      .run('ffmpeg', [...quiet, ...args, to], { folder: dirname(to), seconds, memoryMb: 2048, signal })
      .catch(error => {
        throw blame(error, signal)
      })
    return ran.code === 0 && ((await stat(to).catch(() => undefined))?.size ?? 0) > 0
  }
  /** What ffmpeg prints about a file if it is given no output to write. */
  const streamsOf = async (path: string, to: string, signal?: AbortSignal): Promise<string[]> => {
    const args = ['-hide_banner', '-nostdin', ...SAFE_INPUT, '-i', path]
    const { stderr } = await programs
      .run('ffmpeg', args, { folder: dirname(to), seconds: 20, memoryMb: 1024, signal })
      .catch(error => {
        throw blame(error, signal)
      })
    return stderr.split('\n').filter(line => line.startsWith('  Stream #0:'))
  }
  return {
    async frame(path, size, to, { signal } = {}) {
      const telling = ['-vf', `thumbnail=25,${within(size)}`, ...ONE_PICTURE]
      // The very first frame is often black; a short film may have no second second.
      const made =
        (await ffmpeg(['-ss', '1', ...NOT_HUGE, ...SAFE_INPUT, '-i', path, ...telling], to, 5, signal)) ||
        (await ffmpeg([...NOT_HUGE, ...SAFE_INPUT, '-i', path, ...telling], to, 5, signal))
      if (!made) throw unreadable()
    },
    async cover(path, size, to, { signal } = {}) {
      const picture = ['-map', '0:v:0', '-vf', within(size), ...ONE_PICTURE]
      if (!(await ffmpeg([...NOT_HUGE, ...SAFE_INPUT, '-i', path, ...picture], to, 5, signal))) throw noCover()
    },
    async peaks(path, to, { signal } = {}) {
      const quiet = ['-hide_banner', '-loglevel', 'quiet', '-nostdin', '-threads', '1']
      const sound = ['-vn', '-sn', '-dn', '-map', '0:a:0', '-ar', String(PEAK_RATE), '-f', 's16le', 'pipe:1']
      const bounds = { folder: dirname(to), seconds: CONVERT_SECONDS, memoryMb: 2048, signal }
      // Layouts of very many channels have no name, so ffmpeg cannot mix them: then the first one stands for all.
      for (const mix of [
        ['-ac', '1'],
        ['-af', 'pan=mono|c0=c0'],
      ]) {
        const meter = peakMeter()
        const args = [...quiet, ...SAFE_INPUT, '-i', path, ...mix, ...sound]
        await programs.stream('ffmpeg', args, meter.take, bounds).catch(error => {
          throw blame(error, signal)
        })
        if (meter.seconds() > 0) return writeFile(to, JSON.stringify(meter.result()))
      }
      throw unreadable()
    },
    async convert(path, format, to, { signal } = {}) {
      const how = CODECS[format]
      const streams = await streamsOf(path, to, signal)
      if (!how || !(await ffmpeg([...SAFE_INPUT, '-i', path, ...how], to, CONVERT_SECONDS, signal))) throw unreadable()
      return lossesOf(streams, how.includes('-vn'))
    },
  }
}
