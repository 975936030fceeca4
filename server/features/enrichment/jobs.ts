import { z } from 'zod'
import type { Actor, Needs } from '../../context.ts'
import type { Fragment } from '../../db/connect.ts'
import { type Handler, handle, job } from '../../jobs/declare.ts'
import { enqueue } from '../../jobs/queue.ts'
import { nameFolder } from './folders.ts'
import { namingPart } from './queries.ts'

/** The content of a folder that the service names has changed. */
export const folderFilled = job('folder.filled', z.object({ collectionId: z.string() }))

/** A part of the statement that changes the content; the rows of `happened` have its `collection_id`. */
export const namesItself = (ownerId: string, happened: Fragment): Fragment =>
  namingPart(folderFilled, ownerId, happened)

/** A person has left the naming of a folder to the service. */
export async function leftToService(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  collectionId: string,
): Promise<void> {
  await enqueue(context, folderFilled, actor.ownerId, { collectionId })
}

export const enrichmentHandlers: Handler[] = [
  handle(folderFilled, (context, { collectionId }, { ownerId }) => nameFolder(context, ownerId, collectionId)),
]
