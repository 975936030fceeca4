import { z } from 'zod'
import { job } from '../../jobs/declare.ts'

export const lookIntoInbox = job('inbox.look', z.object({}))
