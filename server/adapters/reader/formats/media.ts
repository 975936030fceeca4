import { failed, WHY } from '../failures.ts'
import type { Manuscript } from '../manuscript.ts'
import { runProgram } from '../programs.ts'
import type { Tools } from '../tools.ts'

interface Probed {
  format?: { duration?: string; bit_rate?: string; format_name?: string; tags?: Record<string, string> }
  streams?: {
    codec_type?: string
    codec_name?: string
    width?: number
    height?: number
    sample_rate?: string
    channels?: number
    avg_frame_rate?: string
    disposition?: { attached_pic?: number }
  }[]
}

/** Sound and video: what the container says of itself. */
export async function readMedia(path: string, out: Manuscript, tools: Tools): Promise<void> {
  if (!tools.ffprobe) {
    out.needsManual = WHY.noMedia
    return
  }
  const args = ['-v', 'error', '-protocol_whitelist', 'file', '-print_format', 'json', '-show_format', '-show_streams']
  const { code, stdout } = await runProgram(tools.ffprobe, [...args, `file:${path}`], {
    limits: { wallMs: 40_000, outputBytes: 4 * 1024 * 1024 },
  })
  const found = code === 0 ? (JSON.parse(stdout.toString()) as Probed) : undefined
  if (!found?.streams?.length) throw failed(WHY.damaged)
  const tags = lowered(found.format?.tags ?? {})
  const moving = found.streams.find(
    ({ codec_type, disposition }) => codec_type === 'video' && !disposition?.attached_pic,
  )
  const sound = found.streams.find(({ codec_type }) => codec_type === 'audio')
  const duration = Number(found.format?.duration)
  out.title = tags.title ?? ''
  const facts = {
    duration_s: Number.isFinite(duration) ? Math.round(duration * 1000) / 1000 : undefined,
    codecs: found.streams.map(({ codec_name }) => codec_name).filter(Boolean),
    container: found.format?.format_name,
    bit_rate: Number(found.format?.bit_rate) || undefined,
    width: moving?.width,
    height: moving?.height,
    sample_rate: Number(sound?.sample_rate) || undefined,
    channels: sound?.channels,
    author: tags.artist,
    album: tags.album,
    created: tags.creation_time ?? tags.date,
  }
  Object.assign(out.facts, Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)))
}

const lowered = (tags: Record<string, string>) =>
  Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value]))
