import { Check, type LucideIcon } from 'lucide-react'
import { ContextMenu, DropdownMenu } from 'radix-ui'
import { type ReactNode, use } from 'react'
import { cx } from '../lib/class-names.ts'
import { Floating } from './floating.ts'

/** One list of what can be done, shown from a button or at the pointer. */
export type MenuItem =
  | { kind: 'line' }
  | { kind: 'title'; text: string }
  | {
      kind?: 'item'
      text: string
      icon?: LucideIcon
      keys?: string
      wrong?: boolean
      chosen?: boolean
      disabled?: boolean
      run: () => void
    }

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

type Parts = typeof DropdownMenu | typeof ContextMenu

/** The list is made when the menu opens: a page of rows must not make a menu for each of them. */
function Items({ make, parts }: { make: () => MenuItem[]; parts: Parts }) {
  const { Item, CheckboxItem, Separator, Label } = parts as typeof DropdownMenu
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

interface MenuProps {
  items: () => MenuItem[]
  children: ReactNode
  align?: 'start' | 'end'
}

/** Not modal: that would need a style element, which our policy forbids, and the page may be scrolled meanwhile. */
export function Menu({ items, children, align = 'start' }: MenuProps) {
  const within = use(Floating)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={within}>
        <DropdownMenu.Content align={align} sideOffset={4} collisionPadding={8} className={BOX}>
          <Items make={items} parts={DropdownMenu} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export function PointerMenu({ items, children }: { items: () => MenuItem[]; children: ReactNode }) {
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content collisionPadding={8} className={BOX}>
          <Items make={items} parts={ContextMenu} />
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
