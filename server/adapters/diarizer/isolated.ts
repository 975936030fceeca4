import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Diarizer, VoiceEngine } from '../../ports/diarizer.ts'
import { childPool } from '../pool/pool.ts'
import type { Sandbox } from '../pool/sandbox.ts'
import type { DiarizerReply, DiarizerRequest, Setting } from './child.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
const STEP_MS = 600_000

const CLASSICAL = 'mfcc-bic-1'
/** Voices of one person in one recording are usually more alike than this, for the networks in use. */
const ALIKE = 0.5
/** A network that errs more often than this must not name people. */
const MOST_ERRORS = 0.05

/** What `speaker.json` beside the weights may say of them, by whoever has measured them. */
interface Card {
  id?: string
  /** How alike two voices in one recording are to be one. */
  alike?: number
  /** How alike a voice must be to a profile, and how often that goes wrong. */
  threshold?: number
  equal_error_rate?: number
}

interface Found {
  engine: VoiceEngine
  setting: Setting
}

/** Tells voices apart in a child: by a network in `speaker/` of MODELS_DIR, else without any weights. */
export function isolatedDiarizer(sandbox: Sandbox, modelsDir: string): Diarizer {
  const pool = childPool<DiarizerRequest, DiarizerReply>(sandbox, {
    name: 'diarizer',
    script: CHILD,
    heapMb: 1536,
    dataMb: 4096,
    idleMs: 0,
    nice: 5,
    readable: modelsDir ? [modelsDir] : [],
  })
  return {
    engine: async () => (await findEngine(modelsDir)).engine,
    async check() {
      const { engine } = await findEngine(modelsDir)
      if (engine.id === CLASSICAL)
        return 'voices are told apart by MFCC and BIC: good for two speakers; nobody is recognised'
      return `${engine.id} tells voices apart${engine.threshold === null ? '; nobody is recognised' : ' and recognises them'}`
    },
    async begin() {
      const { setting } = await findEngine(modelsDir)
      const child = await pool.reserve()
      const ask = (question: DiarizerRequest) => child.ask(question, { ms: STEP_MS })
      await ask({ open: setting }).catch(error => {
        child.end()
        throw error
      })
      return {
        add: async piece => void (await ask({ piece })),
        async finish(options) {
          const answer = await ask({ finish: options })
          return 'diarized' in answer ? answer.diarized : { turns: [], voices: [] }
        },
        end: async () => child.end(),
      }
    },
    close: () => pool.close(),
  }
}

async function findEngine(modelsDir: string): Promise<Found> {
  const folder = modelsDir && join(modelsDir, 'speaker')
  const files = folder ? await readdir(folder).catch(() => []) : []
  const weights = files.filter(name => name.endsWith('.onnx')).sort()[0]
  if (!weights || !isInstalled()) return { engine: { id: CLASSICAL, threshold: null }, setting: { alike: ALIKE } }
  const card: Card = files.includes('speaker.json')
    ? (JSON.parse(await readFile(join(folder, 'speaker.json'), 'utf8')) as Card)
    : {}
  const good = card.threshold !== undefined && (card.equal_error_rate ?? 1) <= MOST_ERRORS
  return {
    engine: { id: card.id ?? weights, threshold: good ? card.threshold! : null },
    setting: { model: join(folder, weights), alike: card.alike ?? ALIKE },
  }
}

function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('sherpa-onnx-node')
    return true
  } catch {
    return false
  }
}
