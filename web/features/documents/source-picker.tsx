import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get, query } from '../../api/call.ts'
import type { FileObject } from '../../api/shapes.ts'
import { isOwn } from '../../files/given.ts'
import { cx } from '../../lib/class-names.ts'
import { TextField } from '../../ui/field.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { documentWords } from './words.ts'

interface Picker {
  /** The file that they go into. */
  beside: FileObject
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Chooses the other PDF that pages come from: one's own, or, for a shared file, one from the same folder. */
export function SourcePicker({ beside, chosen, onChoose }: Picker) {
  const t = documentWords.use()
  const [text, setText] = useState('')
  const folder = isOwn(beside) ? undefined : (beside.collection_id ?? undefined)
  const { data } = useQuery({
    queryKey: ['sources', folder],
    queryFn: ({ signal }) => get(`/v1/objects${query({ kind: 'pdf', limit: 200, collection_id: folder })}`, signal),
    gcTime: 0,
  })
  const fitting = (data?.items ?? []).filter(
    file => file.id !== beside.id && file.filename.toLowerCase().includes(text.trim().toLowerCase()),
  )
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={t.source}
        placeholder={t.sourceFilter}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <div role="radiogroup" aria-label={t.source} className="max-h-48 overflow-auto rounded border border-line">
        {fitting.slice(0, 50).map(file => (
          <button
            key={file.id}
            type="button"
            role="radio"
            aria-checked={chosen === file.id}
            onClick={() => onChoose(file.id)}
            className={cx(
              'touchable flex h-9 w-full items-center gap-2 px-2.5 text-left text-sm focus-visible:-outline-offset-2',
              chosen === file.id ? 'bg-accent-soft text-accent-ink' : 'hover:bg-hover',
            )}
          >
            <KindIcon kind="pdf" />
            <span className="truncate">{file.filename}</span>
          </button>
        ))}
        {data && fitting.length === 0 && <p className="p-3 text-sm text-ink-faint">{t.sourceNone}</p>}
      </div>
    </div>
  )
}
