import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Embedder } from '../../ports/embedder.ts'
import type { Sandbox } from '../pool/sandbox.ts'
import { isolatedEmbedder } from './isolated.ts'

/** The operator's own encoder, in `embedding/` of MODELS_DIR, else the one that ships with the product. */
export async function chooseEmbedder(sandbox: Sandbox, modelsDir: string, shipped: string): Promise<Embedder> {
  const own = modelsDir && join(modelsDir, 'embedding')
  return isolatedEmbedder(sandbox, own && (await hasEncoder(own)) ? own : join(shipped, 'bilingual-encoder'))
}

const hasEncoder = (folder: string) =>
  readdir(folder).then(
    files => files.some(name => name.endsWith('.onnx')),
    () => false,
  )
