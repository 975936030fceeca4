import { Trash2 } from 'lucide-react'
import { Suspense, useCallback, useEffect, useMemo } from 'react'
import { restoreFiles } from '../../files/change.ts'
import { chosenFrom } from '../../files/chosen.ts'
import { clearing } from '../../files/clearing.ts'
import { ask } from '../../files/dialog-state.ts'
import { useListing } from '../../files/files.ts'
import { selection, useSelectedIds } from '../../files/selection.ts'
import { libraryWords } from '../../files/words.ts'
import { lazily } from '../../lib/lazily.ts'
import { useStore } from '../../lib/store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Empty, Failed } from '../../ui/states.tsx'
import { entryOf, type LibraryEntry, Listing, loadAllOfList } from '../library/index.ts'

const AllOfList = lazily(loadAllOfList)

const NOTHING = { open: () => {}, about: () => {} }
const TRASH = { place: { kind: 'trash' } } as const

export function TrashPage() {
  const t = libraryWords.use()
  const listing = useListing(TRASH)
  const chosen = useSelectedIds()
  const going = useStore(clearing)
  useEffect(() => {
    selection.reset()
    return selection.reset
  }, [])
  const entries = useMemo<LibraryEntry[]>(() => listing.items.map(entryOf), [listing.items])
  const { hasNextPage, isFetching, fetchNextPage } = listing
  const need = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const days = listing.data?.pages[0]?.kept_days
  const files = () => chosenFrom(listing.items)
  // Behind the lines that are gone others may be, which have not come yet.
  const isEmpty = listing.data !== undefined && entries.length === 0 && !hasNextPage
  return (
    <main className="flex h-full flex-col">
      <header className="flex h-14 shrink-0 items-center gap-3 px-4">
        <h1 className="text-xl font-semibold tracking-tight">{t.trashTitle}</h1>
        <span className="figures flex-1 text-sm text-ink-faint">
          {chosen.size > 1 ? t.selected(chosen.size) : listing.data && !isEmpty && t.files(listing.total)}
        </span>
        {chosen.size > 0 && (
          <>
            <Button onClick={() => void restoreFiles([...chosen])}>{t.restore}</Button>
            <IconButton
              icon={Trash2}
              label={t.purge}
              keys="Del"
              onClick={() => ask({ kind: 'purge', files: files() })}
            />
          </>
        )}
        {going && (
          <span role="status" className="figures text-sm text-ink-faint">
            {(going.what === 'trash' ? t.emptyingTrash : t.fillingTrash)(Math.floor(going.progress * 100))}
          </span>
        )}
        {!isEmpty && listing.data && chosen.size === 0 && going?.what !== 'trash' && (
          <Button onClick={() => ask({ kind: 'empty-trash' })}>{t.emptyTrash}</Button>
        )}
      </header>
      {chosen.size > 1 && hasNextPage && (
        <Suspense>
          <AllOfList list={TRASH} total={listing.total} isExact={listing.isExact} loaded={listing.items} />
        </Suspense>
      )}
      <div className="min-h-0 flex-1">
        {listing.error && !listing.data ? (
          <Failed error={listing.error} onRetry={() => void listing.refetch()} />
        ) : isEmpty ? (
          <Empty icon={Trash2} title={t.trashEmpty} text={days === undefined ? undefined : t.trashEmptyText(days)} />
        ) : (
          listing.data && (
            <Listing
              entries={entries}
              total={listing.total}
              isExact={listing.isExact}
              view="list"
              label={t.trashTitle}
              actions={NOTHING}
              onNeed={need}
            />
          )
        )}
      </div>
    </main>
  )
}
