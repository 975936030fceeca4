import { z } from 'zod'
import { handle, job } from '../../jobs/declare.ts'
import { purgeForgotten } from './queries.ts'

export const sweepForgotten = job('agent.sweep-forgotten', z.object({}))

export const memoryHandlers = [handle(sweepForgotten, ({ db }) => purgeForgotten(db))]
