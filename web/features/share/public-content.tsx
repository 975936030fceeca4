import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowLeft, Download, FolderOpen, Upload } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { get } from '../../api/call.ts'
import type { Schemas } from '../../api/openapi.ts'
import type { ShareAddress } from '../../api/reply.ts'
import { follow } from '../../files/change.ts'
import { libraryWords } from '../../files/words.ts'
import { formatDate, formatSize } from '../../lib/format.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Empty, Failed } from '../../ui/states.tsx'
import { Content } from '../viewer/parts.ts'
import type { Card } from './card.ts'
import { PublicUploads, useAdding } from './public-uploads.tsx'
import { shareWords } from './words.ts'

type PublicObject = Schemas['SharePublicObject']

const PAGE = 200

export function PublicFolder({ base, card }: { base: ShareAddress; card: Card }) {
  const t = shareWords.use()
  const { file: openId } = useSearch({ strict: false }) as { file?: string }
  const navigate = useNavigate()
  const open = (id: string | undefined) => void navigate({ to: '.', search: { file: id } })
  const list = useInfiniteQuery({
    queryKey: ['public-list', base],
    queryFn: ({ pageParam, signal }) => get(`${base}/objects?limit=${PAGE}&offset=${pageParam}`, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const have = pages.reduce((sum, page) => sum + page.items.length, 0)
      return last.items.length > 0 && have < last.total ? have : undefined
    },
  })
  const adding = useAdding(base, () => void list.refetch())
  const items = useMemo(() => list.data?.pages.flatMap(page => page.items) ?? [], [list.data])
  const total = list.data?.pages[0]?.total ?? 0
  if (openId) return <PublicFile base={base} id={openId} onBack={() => open(undefined)} />
  return (
    // Dropping is a second way; the button does the same.
    <div
      className="flex h-full flex-col"
      onDragOver={event => card.can_upload && event.preventDefault()}
      onDrop={event => {
        if (!card.can_upload) return
        event.preventDefault()
        adding.add([...event.dataTransfer.files])
      }}
    >
      <div className="mx-auto flex w-full max-w-4xl shrink-0 flex-wrap items-center gap-2 px-4 py-4">
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-xl font-semibold tracking-tight">{card.name}</h1>
          <p className="figures text-sm text-ink-faint">
            {list.data && t.files(total)}
            {card.expires_at && ` · ${t.until(formatDate(card.expires_at))}`}
          </p>
        </div>
        {card.can_upload && (
          <Button icon={Upload} onClick={adding.choose}>
            {t.add}
          </Button>
        )}
        {total > 0 && (
          <Button look="primary" icon={Download} onClick={() => follow(`${base}/archive`, 'dossier.zip')}>
            {t.downloadAll}
          </Button>
        )}
      </div>
      <PublicUploads adding={adding} />
      <div className="min-h-0 flex-1">
        {list.error && !list.data ? (
          <Failed error={list.error} onRetry={() => void list.refetch()} />
        ) : list.data && total === 0 ? (
          <Empty icon={FolderOpen} title={t.empty} text={card.can_upload ? t.emptyUpload : undefined} />
        ) : (
          <Rows
            items={items}
            total={total}
            base={base}
            open={open}
            onNeed={() => list.hasNextPage && !list.isFetching && void list.fetchNextPage()}
          />
        )}
      </div>
    </div>
  )
}

interface RowsProps {
  items: PublicObject[]
  total: number
  base: ShareAddress
  open: (id: string) => void
  onNeed: () => void
}

function Rows({ items, total, base, open, onNeed }: RowsProps) {
  const l = libraryWords.use()
  const t = shareWords.use()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    overscan: 10,
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (last + 20 > items.length && items.length < total) onNeed()
  })
  return (
    <div ref={scroller} className="h-full overflow-auto">
      <ul aria-label={t.sharedFolder} className="relative mx-auto max-w-4xl" style={{ height: virtual.getTotalSize() }}>
        {shown.map(row => {
          const item = items[row.index]
          return (
            <li
              key={row.key}
              className="absolute inset-x-0 top-0 flex h-12 items-center gap-3 border-b border-line px-4 hover:bg-hover"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {item && (
                <>
                  <KindIcon kind={item.kind} className="size-5" />
                  <button
                    type="button"
                    onClick={() => open(item.id)}
                    className="min-w-0 flex-1 truncate text-left text-base hover:underline"
                  >
                    {item.display_name}
                  </button>
                  <span className="figures text-sm text-ink-faint">{formatSize(item.size)}</span>
                  <IconButton
                    icon={Download}
                    label={`${l.download} ${item.display_name}`}
                    onClick={() => follow(`${base}/objects/${item.id}/content`, item.filename)}
                  />
                </>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export function PublicFile({ base, id, onBack }: { base: ShareAddress; id: string; onBack?: () => void }) {
  const t = shareWords.use()
  const l = libraryWords.use()
  const own = `${base}/objects/${id}` as const
  const file = useQuery({
    queryKey: ['public-file', own],
    queryFn: ({ signal }) => get(own, signal),
  })
  if (file.error) return <Failed error={file.error} onRetry={() => void file.refetch()} />
  if (!file.data) return null
  const { data } = file
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-3">
        {onBack && <IconButton icon={ArrowLeft} label={t.back} onClick={onBack} />}
        <h1 className="min-w-0 flex-1 truncate text-base font-medium">{data.display_name}</h1>
        <span className="figures text-sm text-ink-faint max-md:hidden">{formatSize(data.size)}</span>
        <Button icon={Download} onClick={() => follow(`${own}/content`, data.filename)}>
          {l.download}
        </Button>
      </div>
      <div className="min-h-0 flex-1">
        <Content file={data} base={own} />
      </div>
    </div>
  )
}
