import { Link } from '@tanstack/react-router'
import { Thumb } from '../../files/thumb.tsx'
import { typeWords } from '../../files/type-words.ts'
import { libraryWords } from '../../files/words.ts'
import { formatDate } from '../../lib/format.ts'
import { Marked } from '../../ui/marked.tsx'
import { Badge } from '../../ui/states.tsx'
import type { Hit } from './found.ts'
import { searchWords } from './words.ts'

const PAGED = new Set(['pdf', 'document', 'presentation', 'spreadsheet'])

interface HitProps {
  hit: Hit
  folder: string | undefined
  index: number
}

/** A file that was found, with the passage that shows why; it opens at that passage. */
export function HitRow({ hit, folder, index }: HitProps) {
  const t = searchWords.use()
  const l = libraryWords.use()
  const types = typeWords.use().one
  const { object, reason, snippet, highlights, char_start: from, char_end: to, page, start_s: second } = hit
  const similar = reason === 'meaning' || reason === 'spelling' ? t.reasons[reason] : ''
  const at = from !== null && to !== null && to > from ? `${from}-${to}` : undefined
  const type = object.enrichment?.doc_type
  return (
    <li>
      <Link
        to="."
        search={(now: object) => ({ ...now, file: object.id, at, t: second ?? undefined, page: page ?? undefined })}
        data-hit={index}
        className="flex gap-3 rounded px-3 py-2.5 no-underline hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Thumb file={object} className="h-14 w-11 shrink-0 rounded-sm border border-line bg-sunken" icon="size-5" />
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 items-center gap-2">
            <span className="min-w-0 truncate text-base font-medium">{object.filename}</span>
            {type && type !== 'other' && <Badge>{types[type] ?? type}</Badge>}
          </span>
          {snippet && (
            <span className="mt-0.5 line-clamp-3 text-sm leading-snug text-ink-soft [overflow-wrap:anywhere]">
              <Marked text={snippet} ranges={highlights} />
            </span>
          )}
          <span className="figures mt-1 flex min-w-0 gap-1.5 text-xs text-ink-faint">
            <span className="truncate">
              {[
                similar,
                object.owner_name === null ? folder : l.sharedBy(object.owner_name),
                formatDate(object.created_at),
                page && PAGED.has(object.kind) ? t.page(page) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </span>
      </Link>
    </li>
  )
}
