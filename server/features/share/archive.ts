import type { Readable } from 'node:stream'
import type { Needs } from '../../context.ts'
import { NOBODY } from '../../jobs/queue.ts'
import { zipOf } from '../objects/index.ts'
import { archiveEntries } from './queries.ts'
import type { Visit } from './visit.ts'

const PAGE = 200

/** The files of a link in their folders, looked up while the archive is being sent. */
export function sharedArchive(context: Needs<'db' | 'blobs' | 'log'>, { share, viewer }: Visit): Readable {
  async function* entries() {
    let after = NOBODY
    for (;;) {
      const page = await archiveEntries(context.db, viewer, share, { after, limit: PAGE })
      for (const entry of page) yield { ...entry, owner_id: share.owner_id, filename: entry.folder + entry.filename }
      const last = page.at(-1)
      if (!last) return
      after = last.id
    }
  }
  return zipOf(context, entries())
}
