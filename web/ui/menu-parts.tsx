import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { use, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../lib/class-names.ts'
import { Floating } from './floating.ts'
import type { MenuItem, MenuPoint, MenuProps } from './menu-items.ts'

/** The menus themselves: they come when somebody reaches for the first one. */

const BOX =
  'z-50 max-h-[min(70vh,30rem)] min-w-48 max-w-80 overflow-auto rounded border border-line bg-surface p-1 shadow-float animate-fade'
const ROW =
  'touchable flex h-8 select-none items-center gap-2 rounded-sm px-2 text-sm outline-none data-highlighted:bg-hover data-disabled:opacity-40'

function Row({ item }: { item: Extract<MenuItem, { run: () => void }> }) {
  const Icon = item.icon
  return (
    <>
      {item.chosen === undefined ? (
        Icon && <Icon aria-hidden className={cx('size-4 shrink-0', !item.wrong && 'text-ink-faint')} />
      ) : (
        <Check aria-hidden className={cx('size-4 shrink-0', !item.chosen && 'invisible')} />
      )}
      <span className="min-w-0 flex-1 truncate">{item.text}</span>
      {item.keys && <kbd className="pl-4 font-sans text-xs text-ink-faint">{item.keys}</kbd>}
    </>
  )
}

/** The list is made when the menu opens: a page of rows must not make a menu for each of them. */
function Items({ make }: { make: () => MenuItem[] }) {
  const { Item, CheckboxItem, Separator, Label } = DropdownMenu
  return make().map((item, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a menu is made anew each time it opens
    if (item.kind === 'line') return <Separator key={index} className="my-1 h-px bg-line" />
    if (item.kind === 'title')
      return (
        <Label key={item.text} className="px-2 pt-1.5 pb-1 text-xs text-ink-faint">
          {item.text}
        </Label>
      )
    const rest = { disabled: item.disabled, onSelect: item.run, className: cx(ROW, item.wrong && 'text-wrong') }
    return item.chosen === undefined ? (
      <Item key={item.text} {...rest}>
        <Row item={item} />
      </Item>
    ) : (
      <CheckboxItem key={item.text} checked={item.chosen} {...rest}>
        <Row item={item} />
      </CheckboxItem>
    )
  })
}

/** Not modal: that would need a style element, which our policy forbids, and the page may be scrolled meanwhile. */
export function OpenedMenu({ items, children, align = 'start' }: MenuProps) {
  const within = use(Floating)
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={within}>
        <DropdownMenu.Content align={align} sideOffset={4} collisionPadding={8} className={BOX}>
          <Items make={items} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface MenuAtProps {
  items: () => MenuItem[]
  /** Where it was asked for. */
  at: MenuPoint
  onClose: () => void
}

/** At a point of the page; afterwards the focus is where it was. */
export function MenuAt({ items, at, onClose }: MenuAtProps) {
  const before = useRef(document.activeElement as HTMLElement | null)
  return createPortal(
    <DropdownMenu.Root modal={false} open onOpenChange={open => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden tabIndex={-1} className="fixed size-0" style={{ left: at.x, top: at.y }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={2}
          collisionPadding={8}
          className={BOX}
          onContextMenu={event => event.preventDefault()}
          onCloseAutoFocus={event => {
            event.preventDefault()
            before.current?.focus()
          }}
        >
          <Items make={items} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>,
    document.body,
  )
}
