import {
  CalendarDays,
  History,
  Link2,
  type LucideIcon,
  MessagesSquare,
  Search,
  Settings,
  ShieldUser,
  Trash2,
} from 'lucide-react'
import type { User } from '../api/shapes.ts'
import type { appWords } from './words.ts'

interface Place {
  to: string
  icon: LucideIcon
  name: keyof ReturnType<typeof appWords.now>
}

/** A new screen of its own: one line here, its words in words.ts, its route in router.tsx, its address in server/http/web.ts. */
export const ABOVE_TREE: Place[] = [
  { to: '/search', icon: Search, name: 'search' },
  { to: '/ask', icon: MessagesSquare, name: 'ask' },
  { to: '/calendar', icon: CalendarDays, name: 'calendar' },
]

export const BELOW_TREE: Place[] = [
  { to: '/links', icon: Link2, name: 'links' },
  { to: '/changes', icon: History, name: 'changes' },
  { to: '/trash', icon: Trash2, name: 'trash' },
]

export const accountPages = (user: User): Place[] => [
  { to: '/settings', icon: Settings, name: 'settings' },
  ...(user.role === 'admin' ? ([{ to: '/admin', icon: ShieldUser, name: 'admin' }] as const) : []),
]
