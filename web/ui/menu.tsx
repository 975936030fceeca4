import {
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Handlers, MenuPoint, MenuProps } from './menu-items.ts'

export type { MenuItem } from './menu-items.ts'

const others: (() => Promise<void>)[] = []

/** What the lists in the menus are made of. */
export const comesWithMenus = (load: () => Promise<void>): void => void others.push(load)

async function loadAll() {
  const lists = Promise.all(others.map(load => load()))
  const { OpenedMenu, MenuAt } = await import('./menu-parts.tsx')
  await lists
  return { OpenedMenu, MenuAt }
}

type Parts = Awaited<ReturnType<typeof loadAll>>
let parts: Promise<Parts> | undefined

/** Half of a menu's bytes are for keys, edges and focus: they are not needed before the first is opened. */
export const loadMenus = (): Promise<Parts> => {
  parts ??= loadAll().catch(error => {
    parts = undefined
    throw error
  })
  return parts
}

/** What cannot be loaded now is asked for again by the next press. */
const soon = (then: (loaded: Parts) => void = () => {}) => void loadMenus().then(then, () => {})

/** A menu from a button. The button stands alone until it is pressed. */
export function Menu({ items, children, align }: MenuProps) {
  const [Opened, setOpened] = useState<ComponentType<MenuProps>>()
  if (Opened)
    return (
      <Opened items={items} align={align}>
        {children}
      </Opened>
    )
  const open = () => soon(({ OpenedMenu }) => setOpened(() => OpenedMenu))
  const own = children.props
  return cloneElement(children, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: (event: PointerEvent) => {
      own.onPointerEnter?.(event)
      soon()
    },
    onKeyDown: (event: KeyboardEvent) => {
      own.onKeyDown?.(event)
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      open()
    },
    onClick: (event: MouseEvent) => {
      own.onClick?.(event)
      open()
    },
  } as Handlers)
}

/** So long a finger rests before it means the menu. */
const REST_MS = 700

/** A menu at the pointer, of whatever it is over. What it is of stays in place. */
export function PointerMenu({ items, children }: Omit<MenuProps, 'align'>) {
  const [opened, setOpened] = useState<{ MenuAt: Parts['MenuAt']; at: MenuPoint }>()
  const timer = useRef<number>(undefined)
  const still = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const own = children.props
  const open = (event: MouseEvent) => {
    own.onContextMenu?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    const at = { x: event.clientX, y: event.clientY }
    soon(({ MenuAt }) => setOpened({ MenuAt, at }))
  }
  const over = cloneElement(children, {
    onContextMenu: (event: MouseEvent) => {
      still()
      open(event)
    },
    onPointerDown: (event: PointerEvent) => {
      own.onPointerDown?.(event)
      still()
      if (event.pointerType === 'mouse') return
      timer.current = window.setTimeout(() => open(event), REST_MS)
    },
    onPointerMove: (event: PointerEvent) => {
      own.onPointerMove?.(event)
      if (event.pointerType !== 'mouse') still()
    },
    onPointerUp: (event: PointerEvent) => {
      own.onPointerUp?.(event)
      still()
    },
    onPointerCancel: (event: PointerEvent) => {
      own.onPointerCancel?.(event)
      still()
    },
  } as Handlers)
  return (
    <>
      {over}
      {opened && <opened.MenuAt items={items} at={opened.at} onClose={() => setOpened(undefined)} />}
    </>
  )
}
