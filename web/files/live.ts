import { get } from '../api/call.ts'
import { client } from '../api/client.ts'
import { onEvents } from '../api/events.ts'
import { goTo } from '../lib/go.ts'
import { toast } from '../ui/toast.tsx'
import { addFile, adoptFile, patchFiles, refreshAll, refreshListings } from './files.ts'
import { refreshShared } from './given.ts'
import { ownWords } from './own-words.ts'

/** Keeps the lists true while files are being read. */

const ONE_BY_ONE = 4

onEvents(events => {
  if (events.some(event => event.type === 'returned')) return refreshAll()
  const ready = events.filter(event => event.type === 'object.ready').map(event => event.object_id)
  for (const { object_id, error } of events.filter(event => event.type === 'object.failed'))
    patchFiles([object_id], { status: 'failed', error })
  if (ready.length > 0) patchFiles(ready, { status: 'ready', error: null })
  if (events.some(event => event.type === 'grant.changed')) refreshShared()
  if (events.some(event => event.type === 'comment.created')) void client.invalidateQueries({ queryKey: ['comments'] })
  for (const { name, object_id } of events.filter(event => event.type === 'search.matched')) showMatch(name, object_id)
  void client.invalidateQueries({ queryKey: ['processing'] })
  if (ready.length <= ONE_BY_ONE) for (const id of ready) void reread(id)
  else refreshListings()
})

function showMatch(name: string, id: string): void {
  const t = ownWords.now()
  toast(t.matched(name), { action: { text: t.show, run: () => goTo(`/objects/${id}`) } })
}

async function reread(id: string): Promise<void> {
  try {
    const file = await get<'GET /v1/objects/{object_id}'>(`/v1/objects/${id}`)
    adoptFile(file)
    // Others may have brought it.
    if (!file.chat_only) addFile(file)
  } catch {
    // Gone meanwhile; the list will say so when it is asked next.
  }
}
