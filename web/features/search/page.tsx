import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search, SearchX, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Kind } from '../../api/shapes.ts'
import { useFolders } from '../../files/files.ts'
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
  const filtered = Boolean(search.kind || search.type)
  return (
    <div className={cx('mx-auto flex max-w-3xl flex-col gap-2 px-4 pb-8', isPlaceholderData && 'opacity-80')}>
      <Facets search={search} change={change} facets={first.facets} />
      {first.hints.map(hint => (
        <Notice key={hint.code + hint.value} look="careful">
          {hint.detail}
        </Notice>
      ))}
      <p aria-live="polite" className="figures px-3 text-xs text-ink-faint">
        {hits.length > 0 && t.found(first.total)}
      </p>
      {hits.length === 0 ? (
        <Empty icon={SearchX} title={t.nothing} text={t.nothingText}>
          {filtered && <Button onClick={() => change({ kind: undefined, type: undefined })}>{t.without}</Button>}
        </Empty>
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
  const l = libraryWords.use()
  const chip = (key: string, name: string, count: number, chosen: boolean, toggle: () => void) => (
    <button
      key={key}
      type="button"
      aria-pressed={chosen}
      onClick={toggle}
      className={cx(
        'touchable flex h-7 shrink-0 items-center gap-1.5 rounded-full border px-2.5 text-sm',
        chosen
          ? 'border-accent bg-accent-soft text-accent-ink'
          : 'border-line text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      {name}
      <span className="figures text-xs">{formatNumber(count)}</span>
    </button>
  )
  const withChosen = (list: { value: string; count: number }[], chosen: string | undefined) =>
    chosen && !list.some(each => each.value === chosen) ? [{ value: chosen, count: 0 }, ...list] : list
  const kinds = withChosen(facets.kind, search.kind)
  const types = withChosen(facets.doc_type, search.type)
  if (kinds.length + types.length === 0) return null
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1.5 px-3">
      <div role="group" aria-label={t.kind} className="flex flex-wrap gap-1.5">
        {kinds.map(({ value, count }) =>
          chip(value, l.kinds[value as Kind] ?? value, count, search.kind === value, () =>
            change({ kind: search.kind === value ? undefined : (value as Kind) }),
          ),
        )}
      </div>
      <div role="group" aria-label={t.docType} className="flex flex-wrap gap-1.5">
        {types.map(({ value, count }) =>
          chip(`type ${value}`, t.types[value] ?? value, count, search.type === value, () =>
            change({ type: search.type === value ? undefined : value }),
          ),
        )}
      </div>
    </div>
  )
}
