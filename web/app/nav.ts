import { LayoutGrid, type LucideIcon, Trash2 } from 'lucide-react'
import type { User } from '../api/shapes.ts'
import type { appWords } from './words.ts'

interface Place {
  to: string
  icon: LucideIcon
  name: keyof ReturnType<typeof appWords.now>
}

/** A new screen of its own: one line here, its words in words.ts, its route in router.tsx, its address in server/http/web.ts. */
export const BELOW_TREE: Place[] = [{ to: '/trash', icon: Trash2, name: 'trash' }]

export const accountPages = (_user: User): Place[] => [{ to: '/design', icon: LayoutGrid, name: 'design' }]
