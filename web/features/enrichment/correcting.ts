import { patch } from '../../api/call.ts'
import type { Enrichment, FileObject } from '../../api/shapes.ts'
import { showError } from '../../files/change.ts'
import { adoptFile, refreshListings } from '../../files/files.ts'
import { toast } from '../../ui/toast.tsx'
import { enrichmentWords } from './words.ts'

/** What a person may say of a file. */
export type Correction = Partial<Pick<Enrichment, 'title' | 'description' | 'keywords' | 'fields'>>

/** Undone, what the person had written before stands again, or else what the service had found. */
export async function saveCorrection({ id, enrichment }: FileObject, change: Correction): Promise<void> {
  const keys = Object.keys(change) as (keyof Correction)[]
  const own = keys.filter(key => enrichment?.provenance[key] === 'manual')
  const before = {
    ...Object.fromEntries(own.map(key => [key, enrichment?.[key]])),
    give_back: keys.filter(key => !own.includes(key)),
  }
  const write = async (next: object) => {
    adoptFile(await patch(`/v1/objects/${id}/enrichment`, next))
    if (keys.includes('fields')) refreshListings()
  }
  try {
    await write(change)
    const t = enrichmentWords.now()
    toast(t.saved, { action: { text: t.undo, run: () => void write(before).catch(showError) } })
  } catch (error) {
    showError(error)
    throw error
  }
}
