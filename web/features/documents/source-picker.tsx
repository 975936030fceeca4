import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get, query } from '../../api/call.ts'
import { cx } from '../../lib/class-names.ts'
import { TextField } from '../../ui/field.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { documentWords } from './words.ts'

interface Picker {
  own: string
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Which other PDF the pages come from. */
export function SourcePicker({ own, chosen, onChoose }: Picker) {
  const t = documentWords.use()
  const [text, setText] = useState('')
  const { data } = useQuery({
    queryKey: ['sources'],
    queryFn: ({ signal }) => get(`/v1/objects${query({ kind: 'pdf', limit: 200 })}`, signal),
    gcTime: 0,
  })
  const fitting = (data?.items ?? []).filter(
    file => file.id !== own && file.filename.toLowerCase().includes(text.trim().toLowerCase()),
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
