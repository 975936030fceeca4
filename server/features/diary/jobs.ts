import { z } from 'zod'
import { type Handler, handle, job } from '../../jobs/declare.ts'
import { removeOldEntries } from './queries.ts'

export const sweepDiary = job('diary.sweep', z.object({}))

export const diaryHandlers: Handler[] = [handle(sweepDiary, ({ db }) => removeOldEntries(db))]
