import { z } from 'zod'
import { type Handler, handle, job } from '../../jobs/declare.ts'
import { removeOldCalls } from './queries.ts'

export const sweepMcp = job('mcp.sweep', z.object({}))

export const mcpHandlers: Handler[] = [handle(sweepMcp, ({ db }) => removeOldCalls(db))]
