import type { FastifyInstance } from 'fastify'
import { OUTWARD_HEADERS, outward } from '../lib/mount.ts'

/** Below a path of the host, paths of ours that headers name begin with it. */
export function addMount(app: FastifyInstance, below: string) {
  app.addHook('onSend', async (_request, reply) => {
    for (const name of OUTWARD_HEADERS)
      if (reply.hasHeader(name)) {
        const value = outward(below, name, reply.getHeader(name))
        reply.removeHeader(name).header(name, value)
      }
  })
}
