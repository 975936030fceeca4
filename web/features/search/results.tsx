import { Link, useNavigate } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useDeferredValue } from 'react'
import { useFacets } from '../../files/files.ts'
import { FilterBar } from '../../files/filters.tsx'
import { filtersOf, isFiltered, NO_FILTERS } from '../../files/search.ts'
import { useFoldersById } from '../../files/tree.ts'
import { cx } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { Bone, Empty, Failed, Later, Notice } from '../../ui/states.tsx'
import type { SearchSearch } from './address.ts'
import { useThings } from './everything.ts'
import { useFound } from './found.ts'
import { noteSearch } from './history.ts'
import { HitRow } from './hit.tsx'
import { LineBody, otherLines } from './lines.tsx'
import { searchWords } from './words.ts'

interface ResultsProps {
  search: SearchSearch
  change: (next: Partial<SearchSearch>) => void
}

const ALL = { kind: 'all' } as const

export function Results({ search, change }: ResultsProps) {
  const t = searchWords.use()
  const {
    data: found,
    error,
    refetch,
    isPlaceholderData,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useFound(search)
  // In slices: whoever goes on typing need not wait for the whole list.
  const data = useDeferredValue(found)
  const hits = data?.pages.flatMap(page => page.items) ?? []
  const folders = useFoldersById(hits.map(({ object }) => object.collection_id))
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  const first = data?.pages[0]
  if (!first) return <Bones />
  return (
    <div className={cx('mx-auto flex max-w-5xl flex-col gap-2 px-4 pb-8', isPlaceholderData && 'opacity-80')}>
      <FilterBar place={ALL} search={search} change={change} words={search.q?.trim()} found={first.facets} />
      <div className="flex flex-col gap-x-6 gap-y-2 lg:flex-row-reverse">
        <Others text={search.q ?? ''} />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          {first.hints.map(hint => (
            <Notice key={hint.code + hint.value} look="careful">
              {hint.detail}
            </Notice>
          ))}
          {hits.length > 0 && hits.every(({ reason }) => reason === 'meaning' || reason === 'spelling') && (
            <Notice>{t.similar}</Notice>
          )}
          <p aria-live="polite" className="figures px-3 text-xs text-ink-faint">
            {hits.length > 0 && t.found(first.total)}
          </p>
          {hits.length === 0 ? (
            <Nothing search={search} change={change} />
          ) : (
            <ol aria-label={t.results} className="-mt-1 flex flex-col">
              {hits.map((hit, index) => (
                <HitRow
                  key={hit.object.id}
                  hit={hit}
                  index={index}
                  folder={folders.get(hit.object.collection_id ?? '')?.path}
                  onOpen={() => noteSearch(search.q ?? '')}
                />
              ))}
            </ol>
          )}
          {hasNextPage && (
            <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t.more}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** So many of each where there is no room beside the files. */
const FEW = 3

/** People, folders, events and tasks of that name: beside the files, or before them. */
function Others({ text }: { text: string }) {
  const t = searchWords.use()
  const { things, folders } = useThings(text)
  const groups = otherLines(things, folders)
  if (groups.length === 0) return null
  return (
    <aside aria-label={t.also} className="flex shrink-0 flex-col gap-2 lg:w-72">
      {groups.map(({ name, lines }) => (
        <section key={name} aria-label={t.groups[name]}>
          <h2 className="px-3 py-1 text-xs font-medium text-ink-faint">{t.groups[name]}</h2>
          <ul>
            {lines.slice(0, FEW).map(line => (
              <li key={line.key}>
                <Link
                  to={line.to}
                  search={(line.search ?? {}) as never}
                  data-hit={line.key}
                  onClick={() => noteSearch(text)}
                  className="touchable flex min-h-9 items-center gap-2.5 rounded px-3 py-1 text-sm no-underline hover:bg-hover focus-visible:-outline-offset-2"
                >
                  <LineBody line={line} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </aside>
  )
}

const QUOTES = /["«»“”]/g

const longest = (text: string): string | undefined => {
  const words = text
    .replace(QUOTES, ' ')
    .split(/\s+/)
    .filter(word => word !== '' && !/[:]|^-/.test(word))
  return words.length < 2 ? undefined : words.sort((a, b) => b.length - a.length)[0]
}

/** What can be done when nothing was found. */
function Nothing({ search, change }: ResultsProps) {
  const t = searchWords.use()
  const navigate = useNavigate()
  const { q = '' } = search
  const { data: facets } = useFacets(ALL, {}, true)
  const waiting = facets?.state.find(({ value }) => value === 'pending')?.count ?? 0
  const alone = longest(q)
  return (
    <Empty
      icon={SearchX}
      title={t.nothingFor(q.trim())}
      text={[t.nothingText, waiting > 0 && t.stillRead(waiting)].filter(Boolean).join(' ')}
    >
      {isFiltered(filtersOf(search)) && <Button onClick={() => change(NO_FILTERS)}>{t.without}</Button>}
      {q.search(QUOTES) >= 0 && (
        <Button onClick={() => change({ q: q.replace(QUOTES, ' ').trim() })}>{t.unquoted}</Button>
      )}
      {alone && <Button onClick={() => change({ q: alone })}>{t.onlyWord(alone)}</Button>}
      <Button onClick={() => void navigate({ to: '/ask', search: { q } as never })}>{t.askInstead}</Button>
    </Empty>
  )
}

function Bones() {
  return (
    <Later>
      <div className="mx-auto flex max-w-5xl flex-col gap-5 px-7 pt-6">
        {[0, 1, 2, 3].map(index => (
          <div key={index} className="flex gap-3">
            <Bone className="h-14 w-11" />
            <div className="flex flex-1 flex-col gap-2">
              <Bone className="h-3.5 w-2/5" />
              <Bone className="h-3 w-full" />
              <Bone className="h-3 w-4/5" />
            </div>
          </div>
        ))}
      </div>
    </Later>
  )
}
