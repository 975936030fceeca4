import { ChevronRight } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { type ListedPages, type ListingKey, type ListPlace, useFacets, useListing } from '../../files/files.ts'
import type { Filters, LibrarySearch, ListGroup } from '../../files/search.ts'
import { filtersOf } from '../../files/search.ts'
import { selection } from '../../files/selection.ts'
import { typeWords } from '../../files/type-words.ts'
import { viewWords } from '../../files/view-words.ts'
import { cx } from '../../lib/class-names.ts'
import { formatMonth, formatNumber } from '../../lib/format.ts'
import { useNarrow } from '../../lib/media.ts'
import { Button } from '../../ui/button.tsx'
import { PointerMenu } from '../../ui/menu.tsx'
import { Empty, Failed } from '../../ui/states.tsx'
import { type Actions, entryOf, idOf, type LibraryEntry } from './entry.ts'
import { useListKeys } from './keys.ts'
import { menuOf } from './line.ts'
import { useLook } from './listing.tsx'
import { Row, RowBone, type RowLook } from './row.tsx'

interface GroupsProps {
  place: ListPlace
  search: LibrarySearch & { group: ListGroup }
  listing: ReturnType<typeof useListing>
  actions: Actions
  change: (next: Partial<LibrarySearch>) => void
}

/** So many files of a group are shown; the rest behind a click, as a filter. */
const SHOWN = 20
/** So many groups are open from the start. */
const OPEN = 8

/** Files under headings: months as they come, everything else by what the service has counted. */
export function Groups(props: GroupsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const narrow = useNarrow()
  const look = useLook(scroller, narrow, props.search.view === 'compact')
  return (
    <div ref={scroller} className="h-full overflow-auto overscroll-contain pb-6">
      {props.search.group === 'month' ? (
        <Months {...props} look={look} />
      ) : (
        <Counted {...props} group={props.search.group} look={look} />
      )}
    </div>
  )
}

const monthOf = (file: ListedPages) => (file.fields?.document_date ?? file.created_at).slice(0, 7)

function Months({ listing, actions, look }: GroupsProps & { look: RowLook }) {
  const v = viewWords.use()
  const months = useMemo(() => Map.groupBy(listing.items, monthOf), [listing.items])
  return (
    <>
      {[...months].map(([month, files]) => (
        <Section key={month} title={formatMonth(new Date(`${month}-15T00:00:00`))} open>
          <Rows files={files} actions={actions} look={look} label={month} />
        </Section>
      ))}
      {listing.hasNextPage && (
        <div className="p-4 text-center">
          <Button onClick={() => void listing.fetchNextPage()} busy={listing.isFetchingNextPage}>
            {v.showMore}
          </Button>
        </div>
      )}
    </>
  )
}

interface Heading {
  key: string
  title: string
  count: number
  filters: Filters
  /** Where a group is a place of its own. */
  folder?: string
}

function Counted({ place, search, group, actions, change, look }: GroupsProps & { group: ListGroup; look: RowLook }) {
  const v = viewWords.use()
  const types = typeWords.use().many
  const filters = filtersOf(search)
  const { data: facets, error, refetch } = useFacets(place, filters, true)
  const headings = useMemo<Heading[]>(() => {
    if (!facets) return []
    if (group === 'type')
      return facets.type.map(({ value, count }) => ({
        key: value,
        title: types[value] ?? value,
        count,
        filters: { type: value },
      }))
    if (group === 'folder')
      return [
        ...facets.folder.map(({ value, name, count }) => ({
          key: value,
          title: name,
          count,
          filters: {},
          folder: value,
        })),
        ...(facets.unfiled > 0
          ? [{ key: '', title: v.unfiled, count: facets.unfiled, filters: { unfiled: true as const } }]
          : []),
      ]
    const by = group as 'organisation' | 'person'
    return facets[by].map(({ value, count }) => ({ key: value, title: value, count, filters: { [by]: value } }))
  }, [facets, group, types, v])
  if (error && !facets) return <Failed error={error} onRetry={() => void refetch()} />
  if (facets && headings.length === 0) return <Empty icon={ChevronRight} title={v.noGroup[group] ?? ''} />
  return headings.map((heading, index) => (
    <Section key={heading.key} title={heading.title} count={heading.count} open={index < OPEN}>
      <GroupFiles
        of={{
          place: heading.folder ? { kind: 'folder', id: heading.folder } : place,
          sort: search.sort ?? '-document_date',
          ...filters,
          ...heading.filters,
        }}
        heading={heading}
        actions={actions}
        look={look}
        all={() => change({ ...heading.filters, group: undefined })}
      />
    </Section>
  ))
}

function Section({
  title,
  count,
  open,
  children,
}: {
  title: string
  count?: number
  open: boolean
  children: ReactNode
}) {
  const [unfolded, setUnfolded] = useState(open)
  return (
    <section aria-label={title} className="mb-2">
      <h2 className="sticky top-0 z-10 bg-ground px-2">
        <button
          type="button"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
          className="touchable flex h-9 w-full items-center gap-1.5 rounded px-2 text-left text-sm font-semibold hover:bg-hover"
        >
          <ChevronRight
            aria-hidden
            className={cx('size-4 shrink-0 text-ink-faint transition-transform duration-120', unfolded && 'rotate-90')}
          />
          <span className="truncate first-letter:uppercase">{title}</span>
          {count !== undefined && <span className="figures font-normal text-ink-faint">{formatNumber(count)}</span>}
        </button>
      </h2>
      {unfolded && children}
    </section>
  )
}

interface GroupFilesProps {
  of: ListingKey
  heading: Heading
  actions: Actions
  look: RowLook
  all: () => void
}

function GroupFiles({ of, heading, actions, look, all }: GroupFilesProps) {
  const v = viewWords.use()
  const { items, data, error, refetch } = useListing(of)
  if (error && !data) return <Failed compact error={error} onRetry={() => void refetch()} />
  if (!data) return <RowBone compact={look.compact} />
  return (
    <>
      <Rows files={items.slice(0, SHOWN)} actions={actions} look={look} label={heading.title} />
      {heading.count > SHOWN && (
        <Button look="quiet" className="ml-12" onClick={all}>
          {v.showAll(formatNumber(heading.count))}
        </Button>
      )}
    </>
  )
}

/** A short list that stands whole in the page. */
function Rows({
  files,
  actions,
  look,
  label,
}: {
  files: ListedPages[]
  actions: Actions
  look: RowLook
  label: string
}) {
  const entries = useMemo<LibraryEntry[]>(() => files.map(entryOf), [files])
  const box = useRef<HTMLDivElement>(null)
  const pointed = useRef<LibraryEntry>(undefined)
  const now = useRef(entries)
  now.current = entries
  const selectedFiles = useCallback(
    (): ListedPages[] =>
      now.current.flatMap(entry => (entry.file && selection.get().ids.has(entry.file.id) ? [entry.file] : [])),
    [],
  )
  const order = useCallback(() => now.current.flatMap(entry => (entry.file ? [entry.file.id] : [])), [])
  const onKeyDown = useListKeys({
    entries: now,
    total: entries.length,
    columns: 1,
    actions,
    selectedFiles,
    order,
    pageRows: () => 10,
    show: index => box.current?.querySelectorAll<HTMLElement>('[data-id]')[index]?.focus(),
  })
  return (
    <PointerMenu items={() => (pointed.current ? menuOf(pointed.current, { selectedFiles, actions }) : [])}>
      <div
        ref={box}
        role="grid"
        aria-label={label}
        aria-multiselectable
        onKeyDown={onKeyDown}
        onContextMenu={event => {
          const id = (event.target as Element).closest<HTMLElement>('[data-id]')?.dataset.id
          pointed.current = entries.find(entry => idOf(entry) === id)
          if (!pointed.current) event.preventDefault()
        }}
      >
        <div role="rowgroup">
          {entries.map((entry, index) => (
            <Row
              key={idOf(entry)}
              entry={entry}
              index={index}
              first={index === 0}
              selectedFiles={selectedFiles}
              order={order}
              actions={actions}
              look={look}
            />
          ))}
        </div>
      </div>
    </PointerMenu>
  )
}
