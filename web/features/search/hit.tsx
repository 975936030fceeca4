import { Link } from '@tanstack/react-router'
import { Thumb } from '../../files/thumb.tsx'
import { typeWords } from '../../files/type-words.ts'
import { libraryWords } from '../../files/words.ts'
import { formatDate } from '../../lib/format.ts'
import { Marked } from '../../ui/marked.tsx'
import { Badge } from '../../ui/states.tsx'
import { isSentence } from './everything.ts'
import type { Hit } from './found.ts'
import { openAt, placeOf, reasonOf } from './lines.tsx'

interface HitProps {
  hit: Hit
  folder: string | undefined
  index: number
  onOpen: () => void
}

/** A file that was found, with the sentence that shows why and where it stands; it opens there. */
export function HitRow({ hit, folder, index, onOpen }: HitProps) {
  const l = libraryWords.use()
  const types = typeWords.use().one
  const { object, snippet, highlights } = hit
  const type = object.enrichment?.doc_type
  const title = object.enrichment?.title || object.filename
  const [place, reason] = [placeOf(hit), reasonOf(hit)]
  const where = object.owner_name === null ? folder : l.sharedBy(object.owner_name)
  const about = [title === object.filename ? '' : object.filename, where, formatDate(object.created_at)]
  return (
    <li>
      <Link
        to="."
        search={(now: object) => ({ ...now, ...openAt(hit) })}
        data-hit={index}
        onClick={onOpen}
        className="flex gap-3 rounded px-3 py-2.5 no-underline hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Thumb file={object} className="h-14 w-11 shrink-0 rounded-sm border border-line bg-sunken" icon="size-5" />
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 items-center gap-2">
            <span className="min-w-0 truncate text-base font-medium">{title}</span>
            {type && type !== 'other' && <Badge>{types[type] ?? type}</Badge>}
          </span>
          {snippet && snippet !== title && isSentence(hit) && (
            <span className="mt-0.5 line-clamp-3 text-sm leading-snug text-ink-soft [overflow-wrap:anywhere]">
              {place && <span className="figures font-medium text-ink">{place}: </span>}
              <Marked text={snippet} ranges={highlights} />
            </span>
          )}
          {reason && <span className="mt-0.5 block text-xs text-ink-soft italic">{reason}</span>}
          <span className="figures mt-1 block truncate text-xs text-ink-faint">
            {about.filter(Boolean).join(' · ')}
          </span>
        </span>
      </Link>
    </li>
  )
}
