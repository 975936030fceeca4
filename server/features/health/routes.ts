import { z } from 'zod'
import { HttpReply, type Route, route } from '../../http/route.ts'
import type { Check } from '../../ports/checks.ts'

const deep = z
  .object({
    status: z.enum(['ok', 'degraded']),
    checks: z.array(
      z.object({
        name: z.string(),
        ok: z.boolean(),
        detail: z.string(),
        configured: z.boolean().describe('False where nobody has set it up, so that there is nothing to check'),
        latency_ms: z.number(),
      }),
    ),
  })
  .meta({ id: 'DeepHealth' })

const PATIENCE_MS = 5000

/** A dependency that hangs is as bad as one that says no. */
async function perform({ name, run, configured = true }: Check) {
  const began = performance.now()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
  })
  const outcome = await Promise.race([run(), late]).then(
    detail => ({ ok: true, detail }),
    (error: Error) => ({ ok: false, detail: error.message }),
  )
  clearTimeout(timer)
  return { name, ...outcome, configured, latency_ms: Math.round((performance.now() - began) * 10) / 10 }
}

export const healthRoutes = (checks: Check[]): Route[] => [
  route({
    method: 'GET',
    path: '/health',
    name: 'getHealth',
    summary: 'The process is alive',
    tag: 'service',
    access: 'public',
    uncounted: true,
    reply: z.object({ status: z.string() }),
    run: async () => ({ status: 'ok' }),
  }),
  route({
    method: 'GET',
    path: '/health/deep',
    name: 'getDeepHealth',
    summary: 'The state of everything the service depends on; 503 when something is off, with the same body',
    tag: 'service',
    reply: deep,
    run: async () => {
      const results = await Promise.all(checks.map(perform))
      const ok = results.every(result => result.ok)
      return new HttpReply(ok ? 200 : 503, {}, { status: ok ? 'ok' : 'degraded', checks: results })
    },
  }),
]
