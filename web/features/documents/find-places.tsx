import { Search } from 'lucide-react'
import { useState } from 'react'
import { get } from '../../api/call.ts'
import type { Schemas } from '../../api/openapi.ts'
import type { FileObject } from '../../api/shapes.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { pageList } from './edits.ts'
import { documentWords } from './words.ts'

export type FoundPlace = Schemas['PdfPlace']

/** All places of a word, a person or a number at once. What was not searched is said, since it stays readable. */
export function FindPlaces({ file, onFound }: { file: FileObject; onFound: (places: FoundPlace[]) => void }) {
  const t = documentWords.use()
  const [query, setQuery] = useState('')
  const [busy, setBusy] = useState(false)
  const [said, say] = useState<string[]>([])
  const find = async () => {
    setBusy(true)
    try {
      const { places, pages_without_text, cut } = await get(
        `/v1/objects/${file.id}/pdf-places?q=${encodeURIComponent(query.trim())}`,
      )
      onFound(places)
      say([
        places.length > 0 ? t.found(places.length) : t.foundNone,
        ...(cut ? [t.foundCut] : []),
        ...(pages_without_text.length > 0 ? [t.unsearched(pageList(pages_without_text))] : []),
      ])
    } catch (error) {
      say([(error as Error).message])
    }
    setBusy(false)
  }
  return (
    <form
      className="flex shrink-0 flex-wrap items-end gap-2 border-b border-line px-4 py-2"
      onSubmit={event => {
        event.preventDefault()
        if (query.trim() !== '') void find()
      }}
    >
      <div className="w-64 max-sm:flex-1">
        <TextField
          label={t.find}
          placeholder={t.findHint}
          maxLength={200}
          value={query}
          onChange={event => setQuery(event.target.value)}
        />
      </div>
      <Button type="submit" icon={Search} busy={busy} disabled={query.trim() === ''}>
        {t.markAll}
      </Button>
      <p aria-live="polite" className="min-w-0 basis-full text-sm text-ink-soft md:flex-1 md:basis-0">
        {said.join(' ')}
      </p>
    </form>
  )
}
