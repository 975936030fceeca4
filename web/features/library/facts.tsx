import type { ReactNode } from 'react'
import type { ListedPages } from '../../files/files.ts'
import { type Column, LINE_FIGURE, USUAL_COLUMNS } from '../../files/line-look.ts'
import { filterOfAmount, filterOfDate } from '../../files/of-field.ts'
import type { Filters } from '../../files/search.ts'
import { sentenceOf } from '../../files/sentence.ts'
import { useFolder } from '../../files/tree.ts'
import { typeWords } from '../../files/type-words.ts'
import { viewWords } from '../../files/view-words.ts'
import { libraryWords } from '../../files/words.ts'
import { cx } from '../../lib/class-names.ts'
import { formatDocumentDay, formatSum } from '../../lib/document-format.ts'
import { formatDate, formatMoment, formatSize } from '../../lib/format.ts'
import { kept } from '../../lib/store.ts'
import { State } from './state.tsx'

/** What was read of a file, as the columns of a list. */

export const chosenColumns = kept<Column[]>('columns', USUAL_COLUMNS)

export function TypeBadge({ type }: { type: string }) {
  const names = typeWords.use().one
  return (
    <span className="inline-flex h-5.5 max-w-full items-center truncate rounded-full bg-hover px-2 text-xs text-ink-soft">
      {names[type] ?? type}
    </span>
  )
}

const FIGURES = new Set<Column>(['amount', 'size', 'added', 'date'])

interface CellProps {
  column: Column
  file: ListedPages
  /** Shows the files that are like it in this; absent where files are not chosen by anything. */
  onFilter?: (filters: Filters) => void
  focusable: boolean
}

export function Cell({ column, file, onFilter, focusable }: CellProps) {
  const filters = onFilter && filtersFor(column, file)
  const shown = (value: ReactNode) =>
    filters ? (
      <Leading filters={filters} onFilter={onFilter} focusable={focusable}>
        {value}
      </Leading>
    ) : (
      value
    )
  return (
    <div
      role="gridcell"
      className={cx(FIGURES.has(column) ? LINE_FIGURE : 'truncate pr-3', column !== 'amount' && 'text-ink-soft')}
    >
      {column === 'folder' ? (
        <FolderName id={file.collection_id} shown={shown} />
      ) : (
        shown(<Value column={column} file={file} />)
      )}
    </div>
  )
}

/** What of a file one may want to see more of. */
function filtersFor(column: Column, { status, docType, fields, collection_id }: ListedPages): Filters | undefined {
  if (column === 'type') return status === 'ready' && docType && docType !== 'other' ? { type: docType } : undefined
  if (column === 'party') return fields?.partyFilter
  if (column === 'date') return fields?.document_date ? filterOfDate(fields.document_date) : undefined
  if (column === 'amount') return fields?.amount != null ? filterOfAmount(fields.amount) : undefined
  if (column === 'folder') return collection_id ? { folder: collection_id } : undefined
  return undefined
}

interface LeadingProps {
  filters: Filters
  onFilter: (filters: Filters) => void
  focusable: boolean
  children: ReactNode
}

/** A value that shows all files that have it, too. */
function Leading({ filters, onFilter, focusable, children }: LeadingProps) {
  const t = viewWords.use()
  return (
    <button
      type="button"
      // Written when somebody points at it, as the moment below.
      onMouseEnter={event => {
        event.currentTarget.title = t.filterBy(sentenceOf(filters))
      }}
      tabIndex={focusable ? 0 : -1}
      onClick={event => {
        event.stopPropagation()
        onFilter(filters)
      }}
      onDoubleClick={event => event.stopPropagation()}
      className="min-h-6 max-w-full truncate rounded-sm align-middle underline-offset-2 hover:underline"
    >
      {children}
    </button>
  )
}

function Value({ column, file }: { column: Exclude<Column, 'folder'>; file: ListedPages }): ReactNode {
  const { fields, docType } = file
  switch (column) {
    case 'type':
      return file.status === 'ready' ? (
        docType && docType !== 'other' && <TypeBadge type={docType} />
      ) : (
        <State file={file} />
      )
    case 'party':
      return fields?.party
    case 'date':
      return fields?.document_date && formatDocumentDay(fields.document_date)
    case 'amount':
      return fields?.amount != null && formatSum(fields.amount, fields.currency)
    case 'size':
      return formatSize(file.size)
    case 'added':
      return <Added at={file.created_at} />
  }
}

/** Nothing until its name is known: a button without a name says nothing to a screen reader. */
function FolderName({ id, shown }: { id: string | null; shown: (name: string) => ReactNode }) {
  const folder = useFolder(id)
  return folder ? shown(folder.name) : null
}

export const Added = ({ at }: { at: string }) => (
  <time
    dateTime={at}
    // Written when somebody points at it: for every line of a long list it would be written in vain.
    onMouseEnter={event => {
      event.currentTarget.title = formatMoment(at)
    }}
  >
    {formatDate(at)}
  </time>
)

/** Under the title on a narrow screen: the type and one telling thing. */
export function Telling({ file }: { file: ListedPages }) {
  const t = libraryWords.use()
  const names = typeWords.use().one
  if (file.status !== 'ready') return <State file={file} />
  const { fields, docType } = file
  const parts = [
    docType && docType !== 'other' ? (names[docType] ?? docType) : t.kinds[file.kind],
    fields?.amount != null && formatSum(fields.amount, fields.currency),
    fields?.document_date ? formatDocumentDay(fields.document_date) : formatDate(file.created_at),
  ]
  return <span className="truncate">{parts.filter(Boolean).join(' · ')}</span>
}
