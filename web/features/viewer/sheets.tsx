import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ApiError, get } from '../../api/call.ts'
import type { OwnFile } from '../../api/reply.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Failed } from '../../ui/states.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { Table } from './table.tsx'
import { viewerWords } from './words.ts'

interface SheetsProps {
  base: OwnFile
  name: string
  version: number | undefined
  /** Shows it as it would be printed. */
  onPages: () => void
}

/** A workbook: one sheet at a time, the others a tab away, as people know it. */
export default function Sheets({ base, name, version, onPages }: SheetsProps) {
  const t = viewerWords.use()
  const [at, setAt] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: ['cells', base, version],
    queryFn: ({ signal }) => get(`${base}/cells`, signal),
    gcTime: 0,
  })
  // What has no cells to show may still have pages.
  const none = error instanceof ApiError && error.code === 'no_preview'
  useEffect(() => {
    if (none) onPages()
  }, [none, onPages])
  if (error) return none ? null : <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const sheet = data.sheets[at]
  return (
    <div className="flex size-full flex-col">
      <div id="sheet" role="tabpanel" aria-label={sheet?.name} className="min-h-0 flex-1">
        {!sheet || sheet.rows.length === 0 ? (
          <Empty icon={FileSpreadsheet} title={t.sheetEmpty} />
        ) : (
          <Table
            key={at}
            lettered
            rows={sheet.rows}
            name={`${name}, ${sheet.name}`}
            note={sheet.cut ? t.sheetCut : undefined}
          >
            <Button look="quiet" className="-my-1 h-6!" onClick={onPages}>
              {t.asPages}
            </Button>
          </Table>
        )}
      </div>
      <Tabs names={data.sheets.map(each => each.name)} at={at} onChoose={setAt} />
    </div>
  )
}

function Tabs({ names, at, onChoose }: { names: string[]; at: number; onChoose: (at: number) => void }) {
  const t = viewerWords.use()
  const list = useRef<HTMLDivElement>(null)
  const walk = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = at + step
    // The viewer would go to the next file.
    if (step !== 0) event.stopPropagation()
    if (step === 0 || next < 0 || next >= names.length) return
    event.preventDefault()
    onChoose(next)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={t.sheets}
      onKeyDown={walk}
      className="flex shrink-0 gap-1 overflow-x-auto border-t border-line bg-sunken px-3 py-1.5"
    >
      {names.map((name, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: two sheets may bear one name
          key={index}
          type="button"
          role="tab"
          aria-selected={index === at}
          aria-controls="sheet"
          tabIndex={index === at ? 0 : -1}
          onClick={() => onChoose(index)}
          className="touchable h-7 max-w-60 shrink-0 truncate rounded border border-transparent px-3 text-sm text-ink-soft hover:bg-hover aria-selected:border-line aria-selected:bg-surface aria-selected:font-medium aria-selected:text-ink"
        >
          {name}
        </button>
      ))}
    </div>
  )
}
