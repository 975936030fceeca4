import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search, SearchX, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Kind } from '../../api/shapes.ts'
import { useFolders } from '../../files/files.ts'
import { typeWords } from '../../files/type-words.ts'
import { libraryWords } from '../../files/words.ts'
import { cx } from '../../lib/class-names.ts'
import { formatNumber } from '../../lib/format.ts'
import { useSettled } from '../../lib/settled.ts'
import { takeTypeAhead } from '../../lib/type-ahead.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Bone, Empty, Failed, Later, Notice } from '../../ui/states.tsx'
import type { SearchSearch } from './address.ts'
import { useFound } from './found.ts'
import { OperatorHints, Suggestions } from './hints.tsx'
import { HitRow } from './hit.tsx'
import { searchWords } from './words.ts'

const PAUSE_MS = 140

export function SearchPage() {
  const t = searchWords.use()
  const search = useSearch({ strict: false }) as SearchSearch
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const page = useRef<HTMLElement>(null)
  const [text, setText] = useState(search.q ?? '')
  const settled = useSettled(text, PAUSE_MS)
  const change = (next: Partial<SearchSearch>, replace = true) =>
    void navigate({ to: '.', search: (now: SearchSearch) => ({ ...now, ...next }), replace })
  useLayoutEffect(() => {
    input.current?.focus()
    const ahead = takeTypeAhead()
    if (ahead !== '') setText(now => now + ahead)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed is written
  useEffect(() => {
    if (settled !== (search.q ?? '')) change({ q: settled === '' ? undefined : settled })
  }, [settled])
  // Back, and a link to another search, say what is looked for.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(search.q ?? '')
  }, [search.q])
  const insert = (piece: string) => {
    setText(now => `${now}${now === '' || now.endsWith(' ') ? '' : ' '}${piece}`)
    input.current?.focus()
  }
  const walk = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const hits = [...(page.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])]
    const at = hits.indexOf(document.activeElement as HTMLElement) + step
    event.preventDefault()
    if (at < 0) input.current?.focus()
    else hits[Math.min(at, hits.length - 1)]?.focus()
  }
  return (
    <main ref={page} onKeyDown={walk} className="flex h-full flex-col">
      <h1 className="sr-only">{t.title}</h1>
      <header className="shrink-0 px-4 pt-3 pb-2">
        <form
          role="search"
          onSubmit={event => {
            event.preventDefault()
            page.current?.querySelector<HTMLElement>('[data-hit]')?.click()
          }}
          className="relative mx-auto max-w-3xl"
        >
          <Search aria-hidden className="absolute top-3 left-3.5 size-5 text-ink-faint" />
          <input
            ref={input}
            data-search
            type="text"
            inputMode="search"
            enterKeyHint="search"
            maxLength={2000}
            autoComplete="off"
            aria-label={t.title}
            value={text}
            placeholder={t.placeholder}
            onChange={event => setText(event.target.value)}
            className="h-11 w-full rounded-lg border border-line-strong bg-surface pr-11 pl-11 text-lg outline-offset-0 placeholder:text-base"
          />
          {text !== '' && (
            <IconButton
              icon={X}
              label={t.clear}
              onClick={() => {
                setText('')
                input.current?.focus()
              }}
              className="absolute! top-1.5 right-1.5"
            />
          )}
        </form>
      </header>
      <Suggestions
        text={text}
        onChoose={whole => {
          setText(whole)
          input.current?.focus()
        }}
      />
      <div className="min-h-0 flex-1 overflow-auto">
        {search.q?.trim() ? <Results search={search} change={change} /> : <OperatorHints onInsert={insert} />}
      </div>
    </main>
  )
}

interface ResultsProps {
  search: SearchSearch
  change: (next: Partial<SearchSearch>) => void
}

function Results({ search, change }: ResultsProps) {
  const t = searchWords.use()
  const { data, error, refetch, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage } = useFound(search)
  const folders = useFolders().data
  const names = useMemo(() => new Map(folders?.map(folder => [folder.id, folder.path])), [folders])
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  const first = data?.pages[0]
  if (!first) return <Bones />
  const hits = data.pages.flatMap(page => page.items)
  return (
    <div className={cx('mx-auto flex max-w-3xl flex-col gap-2 px-4 pb-8', isPlaceholderData && 'opacity-80')}>
      <Facets search={search} change={change} facets={first.facets} />
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
            <HitRow key={hit.object.id} hit={hit} index={index} folder={names.get(hit.object.collection_id ?? '')} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </div>
  )
}

const QUOTES = /["«»“”]/g

/** What can be done when nothing was found. */
function Nothing({ search, change }: ResultsProps) {
  const t = searchWords.use()
  const navigate = useNavigate()
  const { q = '' } = search
  return (
    <Empty icon={SearchX} title={t.nothing} text={t.nothingText}>
      {(search.kind || search.type) && (
        <Button onClick={() => change({ kind: undefined, type: undefined })}>{t.without}</Button>
      )}
      {q.search(QUOTES) >= 0 && (
        <Button onClick={() => change({ q: q.replace(QUOTES, ' ').trim() })}>{t.unquoted}</Button>
      )}
      <Button onClick={() => void navigate({ to: '/ask', search: { q } as never })}>{t.askInstead}</Button>
    </Empty>
  )
}

function Bones() {
  return (
    <Later>
      <div className="mx-auto flex max-w-3xl flex-col gap-5 px-7 pt-6">
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

interface FacetsProps extends ResultsProps {
  facets: { kind: { value: string; count: number }[]; doc_type: { value: string; count: number }[] }
}

function Facets({ search, change, facets }: FacetsProps) {
  const t = searchWords.use()
  const typeNames = typeWords.use().one
  const l = libraryWords.use()
  const kinds = withChosen(facets.kind, search.kind).map(each => ({
    ...each,
    name: l.kinds[each.value as Kind] ?? each.value,
  }))
  const types = withChosen(facets.doc_type, search.type).map(each => ({
    ...each,
    name: typeNames[each.value] ?? each.value,
  }))
  if (kinds.length + types.length === 0) return null
  return (
    <div className="flex flex-col gap-1.5 px-3">
      <FacetGroup
        label={t.kind}
        values={kinds}
        chosen={search.kind}
        onChoose={kind => change({ kind: kind as Kind | undefined })}
      />
      <FacetGroup label={t.docType} values={types} chosen={search.type} onChoose={type => change({ type })} />
    </div>
  )
}

interface FacetValue {
  value: string
  count: number
}

const withChosen = (list: FacetValue[], chosen: string | undefined) =>
  chosen && !list.some(each => each.value === chosen) ? [{ value: chosen, count: 0 }, ...list] : list

/** So many are shown at once; the rest on request. */
const FEW_FACETS = 5

interface FacetGroupProps {
  label: string
  values: (FacetValue & { name: string })[]
  chosen: string | undefined
  onChoose: (value: string | undefined) => void
}

function FacetGroup({ label, values, chosen, onChoose }: FacetGroupProps) {
  const t = searchWords.use()
  const [all, setAll] = useState(false)
  const id = useId()
  if (values.length === 0) return null
  const shown = all ? values : values.filter(({ value }, n) => n < FEW_FACETS || value === chosen)
  return (
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-1.5">
      <span id={id} className="w-full text-xs text-ink-faint sm:w-32">
        {label}
      </span>
      {shown.map(({ value, name, count }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          onClick={() => onChoose(chosen === value ? undefined : value)}
          className={cx(
            'touchable flex h-7 shrink-0 items-center gap-1.5 rounded-full border px-2.5 text-sm',
            chosen === value
              ? 'border-accent bg-accent-soft text-accent-ink'
              : 'border-line text-ink-soft hover:bg-hover hover:text-ink',
          )}
        >
          {name}
          <span className="figures text-xs">{formatNumber(count)}</span>
        </button>
      ))}
      {(all || values.length > shown.length) && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(now => !now)}
          className="touchable h-7 px-1.5 text-sm text-accent-ink hover:underline"
        >
          {all ? t.fewerFacets : t.moreFacets(values.length - shown.length)}
        </button>
      )}
    </div>
  )
}
