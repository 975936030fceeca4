import type { Corners } from './paper.ts'
import type { Order, ScanMaking, ScannedPage, ScanReply } from './worker.ts'

/** The worker, started when the first photo comes. */

let worker: Worker | undefined
let last = 0
const waiting = new Map<number, (reply: ScanReply) => void>()

function started(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<ScanReply>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  }
  // Out of memory, most likely: whoever waits is told, and the next photo gets a fresh one.
  worker.onerror = () => {
    worker?.terminate()
    worker = undefined
    for (const [id, resolve] of waiting) resolve({ id, failed: 'The worker ended.' })
    waiting.clear()
  }
  return worker
}

type Wish = { find: Blob } | { make: ScanMaking }

const asked = (wish: Wish): Promise<ScanReply> =>
  new Promise(done => {
    const id = ++last
    waiting.set(id, done)
    started().postMessage({ id, ...wish } satisfies Order)
  })

/** The corners of the sheet; nothing where none stands out, or the photo cannot be opened. */
export async function findCorners(photo: Blob): Promise<Corners | undefined> {
  const reply = await asked({ find: photo })
  return 'corners' in reply ? reply.corners : undefined
}

export async function makeSheet(making: ScanMaking): Promise<ScannedPage> {
  const reply = await asked({ make: making })
  if ('made' in reply) return reply.made
  throw new Error('failed' in reply ? reply.failed : '')
}
