import { IndentDecrease, IndentIncrease, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Failed } from '../../ui/states.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { type Bookmark, deeper, freshId, type OutlineRow, rowsOf, treeOf } from './outline.ts'
import { useStructure } from './structure.ts'
import { documentWords } from './words.ts'

interface OutlineProps {
  id: string
  onChange: (items: Bookmark[]) => void
}

const FIELD = 'min-h-9 rounded border border-line-strong bg-surface px-2 text-base focus:border-accent'

/** The bookmarks of the file, to be renamed, moved in and out, removed and added. */
export function OutlineFields({ id, onChange }: OutlineProps) {
  const { data, error, refetch } = useStructure(id)
  if (error) return <Failed compact error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  return <Rows items={data.outline} pages={data.pages} onChange={onChange} />
}

function Rows({ items, pages, onChange }: { items: Bookmark[]; pages: number } & Omit<OutlineProps, 'id'>) {
  const t = documentWords.use()
  const [rows, setRows] = useState(() => rowsOf(items))
  const set = (next: OutlineRow[]) => {
    setRows(next)
    onChange(treeOf(next))
  }
  // Starting without a change writes what is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they have come
  useEffect(() => onChange(treeOf(rows)), [])
  const change = (at: number, part: Partial<OutlineRow>) =>
    set(rows.map((row, n) => (n === at ? { ...row, ...part } : row)))
  const add = () => {
    const above = rows.at(-1)
    set([...rows, { id: freshId(), title: '', page: above?.page ?? 1, depth: above?.depth ?? 0 }])
  }
  return (
    <>
      {rows.length === 0 && <p className="text-base text-ink-soft">{t.noBookmarks}</p>}
      <ul className="flex max-h-96 flex-col gap-1.5 overflow-auto p-0.5">
        {rows.map((row, at) => (
          <li key={row.id} style={{ paddingLeft: `${Math.min(row.depth, 6) * 1.25}rem` }} className="flex gap-1">
            <input
              aria-label={t.bookmarkTitle(at + 1)}
              value={row.title}
              maxLength={500}
              placeholder={t.bookmark}
              onChange={event => change(at, { title: event.target.value })}
              className={`${FIELD} min-w-0 flex-1`}
            />
            <input
              aria-label={t.bookmarkPage(at + 1)}
              type="number"
              min={1}
              max={pages}
              value={row.page}
              onChange={event => change(at, { page: Math.max(1, Math.min(pages, Number(event.target.value) || 1)) })}
              className={`${FIELD} figures w-16`}
            />
            <IconButton icon={IndentDecrease} label={t.outdent} onClick={() => set(deeper(rows, at, -1))} />
            <IconButton icon={IndentIncrease} label={t.indent} onClick={() => set(deeper(rows, at, 1))} />
            <IconButton icon={Trash2} label={t.remove} onClick={() => set(rows.filter((_, n) => n !== at))} />
          </li>
        ))}
      </ul>
      <div>
        <Button icon={Plus} onClick={add}>
          {t.addBookmark}
        </Button>
      </div>
    </>
  )
}
