import type { Config } from '../../config.ts'
import type { Check } from '../../ports/checks.ts'
import type { Models } from '../../ports/models.ts'
import type { Transcriber } from '../../ports/transcriber.ts'
import type { Sandbox } from '../pool/sandbox.ts'
import { endpointTranscriber } from './endpoint.ts'
import { localTranscriber } from './local.ts'

export interface Transcribers {
  endpoint: Transcriber | undefined
  local: Transcriber
  checks: Check[]
  close(): Promise<void>
}

/** The endpoint that the configuration names, and Whisper on this machine. */
export function transcribersOf(sandbox: Sandbox, config: Config, models: Models): Transcribers {
  const local = localTranscriber(sandbox, config.MODELS_DIR)
  const endpoint = { baseUrl: config.LLM_BASE_URL, apiKey: config.LLM_API_KEY, model: config.LLM_MODEL }
  const named = config.LLM_BASE_URL !== '' && config.TRANSCRIPTION_MODEL !== ''
  return {
    endpoint: named
      ? endpointTranscriber(models, { ...endpoint, embeddingModel: '', trusted: true }, config.TRANSCRIPTION_MODEL)
      : undefined,
    local,
    checks: [{ name: 'speech', run: () => local.check() }],
    close: () => local.close(),
  }
}
