import { FolderClosed, Layers, Pin as PinIcon, PinOff, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Pin } from '../../api/shapes.ts'
import { moveFiles } from '../../files/change.ts'
import { tagFiles, useSavedSearches } from '../../files/own.ts'
import { pinWords } from '../../files/pin-words.ts'
import { movePin, unpin, usePins } from '../../files/pins.ts'
import { TagDot } from '../../files/tag-mark.tsx'
import { useFolder } from '../../files/tree.ts'
import { useStore } from '../../lib/store.ts'
import { KindIcon } from '../../ui/kind-icon.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { eitherDrop, pinnable, takesFiles, takesPin } from './drag.ts'
import { addressOf, Shelf, Titled } from './shelves.tsx'

/** First in the rail: what a person has pinned, in their order. */
export function Pins() {
  const t = pinWords.use()
  const pins = usePins().data ?? NONE
  const dragged = useStore(pinnable)
  const list = useRef<HTMLDivElement>(null)
  const focused = useRef<string>(undefined)
  // What is moved or taken away in the page loses the focus.
  useLayoutEffect(() => {
    const at = pins.findIndex(pin => keyOf(pin) === focused.current)
    focused.current = undefined
    const isElsewhere = document.activeElement !== document.body && !list.current?.contains(document.activeElement)
    if (at >= 0 && !isElsewhere) list.current?.querySelectorAll<HTMLElement>('li > a')[at]?.focus()
  }, [pins])
  if (pins.length === 0 && !dragged) return null
  return (
    <div ref={list} className="relative">
      {dragged && <DropPlace />}
      {pins.length > 0 && (
        <Titled title={t.title}>
          {pins.map((pin, at) => (
            <PinRow
              key={keyOf(pin)}
              pin={pin}
              isFirst={at === 0}
              isLast={at === pins.length - 1}
              onMove={by => {
                focused.current = keyOf(pin)
                void movePin(pin, by)
              }}
              onUnpin={() => {
                const neighbour = pins[at + 1] ?? pins[at - 1]
                focused.current = neighbour && keyOf(neighbour)
                void unpin(pin)
              }}
            />
          ))}
        </Titled>
      )}
    </div>
  )
}

/** Over the line above, which takes nothing: were it in the list, all that one may drop on would move away under the pointer. */
function DropPlace() {
  const t = pinWords.use()
  return (
    <div
      {...takesPin()}
      className="absolute inset-x-0 bottom-full z-10 flex h-8 items-center gap-2 rounded border border-dashed border-line-strong bg-sunken px-2 text-sm text-ink-soft data-before:border-accent data-before:bg-accent-soft"
    >
      <PinIcon aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{t.dropHere}</span>
    </div>
  )
}

const keyOf = ({ kind, id }: Pin) => `${kind} ${id}`
const NONE: Pin[] = []

const ICON = 'size-4 shrink-0'

function iconOf({ kind, icon, color, file_kind }: Pin): ReactNode {
  if (icon) return <span aria-hidden>{icon}</span>
  if (kind === 'theme') return <Layers aria-hidden className={ICON} />
  if (kind === 'search') return <Search aria-hidden className={ICON} />
  if (kind === 'file') return <KindIcon kind={file_kind ?? 'other'} />
  if (kind === 'folder') return <FolderClosed aria-hidden className={ICON} />
  return (
    <span className="flex size-4 shrink-0 items-center justify-center">
      <TagDot color={color} />
    </span>
  )
}

const PLACES = { folder: '/folders/', theme: '/themes/', file: '/objects/' } as const

function usePlace({ kind, id }: Pin) {
  const searches = useSavedSearches().data
  if (kind === 'tag') return { to: '/', search: { tag: id } }
  if (kind !== 'search') return { to: PLACES[kind] + id }
  const search = searches?.find(each => each.id === id)
  return search ? { to: search.query ? '/search' : '/', search: addressOf(search) } : { to: '/' }
}

interface RowProps {
  pin: Pin
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  onUnpin: () => void
}

function PinRow({ pin, isFirst, isLast, onMove: move, onUnpin }: RowProps) {
  const place = usePlace(pin)
  const folder = useFolder(pin.kind === 'folder' ? pin.id : null)
  const pressed = (event: KeyboardEvent) => {
    if (event.altKey && event.key === 'ArrowUp' && !isFirst) move(-1)
    else if (event.altKey && event.key === 'ArrowDown' && !isLast) move(1)
    else if (event.key === 'Delete' || event.key === 'Backspace') onUnpin()
    else return
    event.preventDefault()
  }
  const items = (): MenuItem[] => {
    const t = pinWords.now()
    return [
      { text: t.up, keys: 'Alt ↑', disabled: isFirst, run: () => move(-1) },
      { text: t.down, keys: 'Alt ↓', disabled: isLast, run: () => move(1) },
      { text: t.unpin, icon: PinOff, keys: 'Del', run: onUnpin },
    ]
  }
  const takes = takesFiles(files => {
    if (folder) void moveFiles(files, folder)
    else void tagFiles(files, pin.name, true)
  })
  return (
    <Shelf
      icon={iconOf(pin)}
      text={pin.name}
      {...place}
      pin={pin}
      actions={items}
      onKeyDown={pressed}
      drop={folder || pin.kind === 'tag' ? eitherDrop(takes, takesPin(pin)) : takesPin(pin)}
    />
  )
}
