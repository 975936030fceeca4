import { fileURLToPath } from 'node:url'
import { type Described, type Describer, DescribingFailed, type Description } from '../../ports/describer.ts'
import { ChildEnded } from '../pool/endings.ts'
import { childPool } from '../pool/pool.ts'
import type { Sandbox } from '../pool/sandbox.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
const TIME_MS = 60_000
/** What a document is about stands in its first hundred pages. */
const MAX_TEXT = 150_000

/** One child does all of it, one text after the other: the words it has looked up serve the next text. */
export function isolatedDescriber(sandbox: Sandbox): Describer {
  const limits = { heapMb: 512, dataMb: 1536, most: 1, idleMs: 20_000 }
  const pool = childPool<Described, Description>(sandbox, { name: 'describer', script: CHILD, ...limits })
  return {
    describe: source =>
      pool.ask({ ...source, text: source.text.slice(0, MAX_TEXT) }, { ms: TIME_MS }).catch(error => {
        throw error instanceof ChildEnded ? error : new DescribingFailed((error as Error).message)
      }),
    close: () => pool.close(),
  }
}
