import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Column } from '../../files/line-look.ts'
import type { Sort } from '../../files/search.ts'
import { viewWords } from '../../files/view-words.ts'
import { libraryWords } from '../../files/words.ts'
import { cx } from '../../lib/class-names.ts'
import type { RowLook } from './row.tsx'

/** What a click on a column sorts by, first this way and then the other. */
const SORTABLE: Partial<Record<Column | 'name', Sort>> = {
  name: 'name',
  size: '-size',
  added: '-created_at',
  date: '-document_date',
}

const RIGHT = new Set<string>(['amount', 'size', 'added', 'date'])

interface HeadingProps {
  sort?: Sort
  onSort?: (sort: Sort) => void
  look: RowLook
}

export function ListHeading({ sort = '-created_at', onSort, look }: HeadingProps) {
  const t = libraryWords.use()
  const v = viewWords.use()
  const cell = (key: Column | 'name') => (
    <HeadCell key={key} name={key} text={key === 'name' ? t.name : v.column[key]} sort={sort} onSort={onSort} />
  )
  return (
    <div
      role="row"
      aria-rowindex={1}
      style={{ gridTemplateColumns: look.template }}
      className="sticky top-0 z-10 mx-2 hidden h-8 items-center border-b border-line bg-ground pr-1 pl-2 text-xs text-ink-faint md:grid"
    >
      <div role="columnheader">
        <span className="sr-only">{t.kind}</span>
      </div>
      {cell('name')}
      {look.columns.map(cell)}
      <div role="columnheader">
        <span className="sr-only">{t.open}</span>
      </div>
    </div>
  )
}

interface HeadCellProps extends Pick<HeadingProps, 'onSort'> {
  name: Column | 'name'
  text: string
  sort: Sort
}

function HeadCell({ name, text, sort, onSort }: HeadCellProps) {
  const first = SORTABLE[name]
  const className = cx('flex min-w-0', RIGHT.has(name) && 'justify-end pr-3')
  if (!first || !onSort)
    return (
      <div role="columnheader" className={className}>
        {text}
      </div>
    )
  const field = first.replace('-', '')
  const active = sort.replace('-', '') === field
  const descending = sort.startsWith('-')
  const next = (active ? (descending ? field : `-${field}`) : first) as Sort
  return (
    <div
      role="columnheader"
      aria-sort={active ? (descending ? 'descending' : 'ascending') : 'none'}
      className={className}
    >
      <button
        type="button"
        onClick={() => onSort(next)}
        className="inline-flex items-center gap-1 rounded-sm hover:text-ink"
      >
        {text}
        {active && <Direction descending={descending} />}
      </button>
    </div>
  )
}

const Direction = ({ descending }: { descending: boolean }) =>
  descending ? <ArrowDown aria-hidden className="size-3" /> : <ArrowUp aria-hidden className="size-3" />
