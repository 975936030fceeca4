import { picking, selectEverything, stopPicking } from '../../files/everything.ts'
import type { ListedPages, ListingKey } from '../../files/files.ts'
import { useSelectedIds } from '../../files/selection.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/states.tsx'
import { allWords } from './all-words.ts'

interface AllOfListProps {
  list: ListingKey
  total: number
  isExact: boolean
  loaded: ListedPages[]
}

/** Where all that have come are chosen and more are to come: whether those are meant, too. */
export default function AllOfList({ list, total, isExact, loaded }: AllOfListProps) {
  const t = allWords.use()
  const chosen = useSelectedIds()
  const now = useStore(picking)
  if (now)
    return (
      <Strip>
        <span className="figures">
          {t.selecting(now.done, now.total)}
          <Progress value={now.done / now.total} label={t.selecting(now.done, now.total)} />
        </span>
        <Button look="quiet" onClick={stopPicking}>
          {t.stop}
        </Button>
      </Strip>
    )
  const choose = async () => {
    await selectEverything(list, total, loaded)
    // What was pressed is gone: the keys go on where they were.
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('[role=grid] [data-id][tabindex="0"]')?.focus({ preventScroll: true })
  }
  if (chosen.size >= total || !loaded.every(({ id }) => chosen.has(id))) return null
  return (
    <Strip>
      <span className="figures">{t.loaded(chosen.size)}</span>
      <Button look="quiet" className="text-accent-ink!" onClick={() => void choose()}>
        {isExact ? t.all(total) : t.allOfThem}
      </Button>
    </Strip>
  )
}

const Strip = ({ children }: { children: React.ReactNode }) => (
  <div role="status" className="flex min-h-10 flex-wrap items-center justify-center gap-2 bg-sunken px-3 text-sm">
    {children}
  </div>
)
