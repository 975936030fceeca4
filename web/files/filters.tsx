import { BookmarkPlus, ChevronDown, FolderOpen, Star, X } from 'lucide-react'
import { useState } from 'react'
import type { Schemas } from '../api/openapi.ts'
import type { Facets } from '../api/shapes.ts'
import { cx } from '../lib/class-names.ts'
import { formatNumber } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { ask } from './dialog-state.ts'
import { type ListPlace, useFacets } from './files.ts'
import { ownWords } from './own-words.ts'
import { asked, type Filters, filtersOf, isFiltered, type LibrarySearch, NO_FILTERS } from './search.ts'
import { type Chip, chipsOf, sentenceOf, sums, yearOf } from './sentence.ts'
import { useFolder } from './tree.ts'
import { typeWords } from './type-words.ts'
import { viewWords } from './view-words.ts'
import { libraryWords } from './words.ts'

const PILL =
  'touchable inline-flex h-7 shrink-0 items-center gap-1 rounded-full border px-2.5 text-sm whitespace-nowrap transition-colors duration-120'
const OFF = 'border-line text-ink-soft hover:bg-hover'
const ON = 'border-transparent bg-accent-soft text-accent-ink'

/** What of the files that a search found is counted. */
export type FoundCounts = Pick<Schemas['SearchOut']['facets'], 'kind' | 'doc_type'>

interface FiltersProps {
  place: ListPlace
  search: LibrarySearch
  change: (next: Partial<LibrarySearch>) => void
  /** In a search: the words, and how many of what they found. */
  words?: string
  found?: FoundCounts
}

const NAMES = ['type', 'organisation', 'year', 'amount', 'folder', 'tag', 'person', 'kind', 'status'] as const
type Name = (typeof NAMES)[number]

/** What is shown, as a sentence: the filters that hold come first, what else can be chosen behind them, with counts. */
export function FilterBar({ place, search, change, words, found }: FiltersProps) {
  const v = viewWords.use()
  const o = ownWords.use()
  const filters = filtersOf(search)
  const filtered = isFiltered(filters)
  const facets = within(useFacets(place, filters, true).data, found)
  // The name of the folder comes with it.
  useFolder(filters.folder)
  const chips = chipsOf(filters)
  const held = new Set(chips.map(chip => chip.key))
  return (
    <div
      role="group"
      aria-label={v.filters}
      className="flex min-w-0 flex-1 items-center gap-1.5 overflow-x-auto pr-5 [scrollbar-width:none] [mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)]"
    >
      {chips.map(chip => (
        <Held key={chip.key} chip={chip} place={place} filters={filters} change={change} uncounted={Boolean(found)} />
      ))}
      {(filtered || words) && <SaveAndClear filters={filters} search={search} change={change} words={words} />}
      {facets &&
        quickOf(facets, filters).map(({ text, count, next }) => (
          <button key={text} type="button" className={cx(PILL, OFF, 'border-dashed')} onClick={() => change(next)}>
            {text}
            <Count n={count} />
          </button>
        ))}
      {NAMES.filter(
        name => !held.has(name) && !(name === 'folder' && (place.kind === 'folder' || filters.unfiled)),
      ).map(name => (
        <Menu key={name} items={() => choicesOf(name, filters, facets, change)}>
          <button type="button" className={cx(PILL, OFF)}>
            {v.filter[name]}
            <ChevronDown aria-hidden className="size-3.5" />
          </button>
        </Menu>
      ))}
      {!held.has('favorite') && (
        <button type="button" className={cx(PILL, OFF)} onClick={() => change({ favorite: true })}>
          <Star aria-hidden className="size-3.5" /> {o.favorites}
          <Count n={found ? undefined : facets?.favorite} />
        </button>
      )}
      {place.kind === 'all' && !held.has('unfiled') && !held.has('folder') && (
        <button type="button" className={cx(PILL, OFF)} onClick={() => change({ unfiled: true })}>
          <FolderOpen aria-hidden className="size-3.5" /> {v.unfiled}
          <Count n={found ? undefined : facets?.unfiled} />
        </button>
      )}
    </div>
  )
}

type Shown = Facets & { uncounted?: boolean }

/** Of what a search found types and kinds are counted; the other values are those of the library, without numbers. */
const within = (facets: Facets | undefined, found: FoundCounts | undefined): Shown | undefined =>
  facets && found ? { ...facets, type: found.doc_type, kind: found.kind, uncounted: true } : facets

/** So many values are one click away. */
const QUICK = 3

/** What most people choose next: a type, then a year of it. */
function quickOf(facets: Shown, filters: Filters): Choice[] {
  const years = filters.since || facets.uncounted ? [] : CHOICES.year(facets, filters)
  const next = filters.type ? years : CHOICES.type(facets, filters)
  return next.length > 1 ? next.slice(0, QUICK) : []
}

interface HeldProps {
  chip: Chip
  place: ListPlace
  filters: Filters
  change: (next: Partial<LibrarySearch>) => void
  uncounted: boolean
}

/** A filter that holds: it can be taken away, or changed for another value, which is counted without it. */
function Held({ chip, place, filters, change, uncounted }: HeldProps) {
  const v = viewWords.use()
  const [wanted, setWanted] = useState(false)
  const { data: facets } = useFacets(place, { ...filters, ...chip.clear }, wanted)
  const name = NAMES.find(each => each === chip.key)
  return (
    <span className={cx(PILL, ON, 'gap-0 pr-1')}>
      {name ? (
        <Menu items={() => choicesOf(name, filters, facets && { ...facets, uncounted }, change)}>
          <button
            type="button"
            onPointerEnter={() => setWanted(true)}
            onFocus={() => setWanted(true)}
            className="rounded-sm"
          >
            {chip.text}
          </button>
        </Menu>
      ) : (
        chip.text
      )}
      <button
        type="button"
        aria-label={v.removeFilter(chip.text)}
        onClick={() => change(chip.clear)}
        className="ml-0.5 flex size-5 items-center justify-center rounded-full hover:bg-press"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  )
}

const Count = ({ n }: { n: number | undefined }) =>
  n === undefined ? null : <span className="figures text-xs text-ink-faint">{formatNumber(n)}</span>

function SaveAndClear({ filters, search, change, words = '' }: { filters: Filters } & Omit<FiltersProps, 'place'>) {
  const v = viewWords.use()
  const o = ownWords.use()
  const given = { ...asked(filters), sort: search.sort, group: search.group }
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return (
    <>
      <Button
        look="quiet"
        icon={BookmarkPlus}
        className="shrink-0"
        onClick={() =>
          ask({
            kind: 'save-search',
            name: [words, sentenceOf(filters)].filter(Boolean).join(', ').slice(0, 200),
            filters: named,
            query: words,
          })
        }
      >
        {o.saveSearch}
      </Button>
      {isFiltered(filters) && (
        <Button look="quiet" className="shrink-0" onClick={() => change(NO_FILTERS)}>
          {v.clear}
        </Button>
      )}
    </>
  )
}

interface Choice {
  text: string
  count: number
  chosen: boolean
  next: Partial<Filters>
}

/** Every value that the files have, with how many of them have it. */
function choicesOf(
  name: Name,
  filters: Filters,
  facets: Shown | undefined,
  change: (next: Partial<LibrarySearch>) => void,
): MenuItem[] {
  const v = viewWords.now()
  if (!facets) return [{ text: '…', disabled: true, run: () => {} }]
  const list = CHOICES[name](facets, filters)
  if (list.length === 0) return [{ text: v.nothing, disabled: true, run: () => {} }]
  const isCounted = !facets.uncounted || name === 'type' || name === 'kind'
  const shown = (n: number) =>
    !isCounted ? undefined : facets.counts_are_exact ? formatNumber(n) : v.about(formatNumber(n))
  return list.map(({ text, count, chosen, next }) => ({ text, keys: shown(count), chosen, run: () => change(next) }))
}

const plain =
  (facet: 'organisation' | 'person' | 'tag') =>
  (facets: Facets, filters: Filters): Choice[] =>
    facets[facet].map(({ value, count }) => ({
      text: value,
      count,
      chosen: filters[facet]?.toLowerCase() === value.toLowerCase(),
      next: { [facet]: value },
    }))

const CHOICES: Record<Name, (facets: Facets, filters: Filters) => Choice[]> = {
  type: (facets, { type }) =>
    facets.type.map(({ value, count }) => ({
      text: typeWords.now().many[value] ?? value,
      count,
      chosen: type === value,
      next: { type: value },
    })),
  organisation: plain('organisation'),
  person: plain('person'),
  tag: plain('tag'),
  folder: (facets, { folder }) =>
    facets.folder.map(({ value, name, count }) => ({
      text: name,
      count,
      chosen: folder === value,
      next: { folder: value },
    })),
  year: (facets, filters) =>
    facets.year.map(({ value, count }) => ({
      text: value,
      count,
      chosen: yearOf(filters) === value,
      next: { since: `${value}-01-01`, until: `${value}-12-31` },
    })),
  amount: (facets, filters) =>
    facets.amount.map(({ min, max, count }) => {
      const next = { min: min > 0 ? min : undefined, max: max ?? undefined }
      return { text: sums(next) ?? '', count, chosen: filters.min === next.min && filters.max === next.max, next }
    }),
  kind: (facets, { kind }) =>
    facets.kind.map(({ value, count }) => ({
      text: libraryWords.now().kinds[value as 'pdf'] ?? value,
      count,
      chosen: kind === value,
      next: { kind: value as 'pdf' },
    })),
  status: (facets, { status }) =>
    facets.state.map(({ value, count }) => ({
      text: libraryWords.now().statuses[value as 'ready'] ?? value,
      count,
      chosen: status === value,
      next: { status: value as 'ready' },
    })),
}
