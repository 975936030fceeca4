import { z } from 'zod'
import { type Handler, handle, job } from '../../jobs/declare.ts'
import { removeExpiredReservations } from './queries.ts'

export const sweepReservations = job('usage.sweep', z.object({}))

export const usageHandlers: Handler[] = [handle(sweepReservations, context => removeExpiredReservations(context.db))]
