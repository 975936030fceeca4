import { type Handler, handle } from '../../jobs/declare.ts'
import { discardBlob, moveBlobs } from './jobs.ts'
import { runMigration } from './move.ts'

export const migrationHandlers: Handler[] = [
  handle(moveBlobs, runMigration),
  handle(discardBlob, (context, { key }) => context.blobs.remove(key)),
]
