import type { LucideIcon } from 'lucide-react'
import type { KeyboardEvent, MouseEvent, PointerEvent, ReactElement } from 'react'

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

export interface MenuProps {
  items: () => MenuItem[]
  children: ReactElement<Handlers>
  align?: 'start' | 'end'
}

export interface MenuPoint {
  x: number
  y: number
}

export interface Handlers {
  onClick?: (event: MouseEvent) => void
  onKeyDown?: (event: KeyboardEvent) => void
  onPointerEnter?: (event: PointerEvent) => void
  onPointerDown?: (event: PointerEvent) => void
  onPointerMove?: (event: PointerEvent) => void
  onPointerUp?: (event: PointerEvent) => void
  onPointerCancel?: (event: PointerEvent) => void
  onContextMenu?: (event: MouseEvent) => void
}
