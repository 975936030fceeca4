import { session } from '../../api/session.ts'
import { zone } from '../../files/zone.ts'
import { store } from '../../lib/store.ts'
import { isHiddenFolder } from '../uploads/index.ts'
import { type Corners, WHOLE } from './paper.ts'

/** The photos of one document, until it is saved or given up. They live in this tab alone, and end with their user. */

export interface ScanPage {
  id: string
  photo: Blob
  corners: Corners
  /** The corners were found, not guessed. */
  found: boolean
  clean: boolean
  turns: number
}

export interface Scan {
  pages: ScanPage[]
  /** The page that is worked on. */
  at: number
  /** Where it goes. */
  folderId?: string
  /** That is in the hidden zone: they go when it is locked. */
  secret?: boolean
}

export const scan = store<Scan>({ pages: [], at: 0 })

/** A little inside of the photo: the corners are easier to take hold of there. */
const INSET = WHOLE.map(({ x, y }) => ({ x: x ? 0.94 : 0.06, y: y ? 0.94 : 0.06 })) as Corners

export async function addPhoto(photo: Blob, folderId: string | undefined): Promise<void> {
  const { findCorners } = await import('./work.ts')
  const corners = await findCorners(photo)
  const page: ScanPage = {
    id: crypto.randomUUID(),
    photo,
    corners: corners ?? INSET,
    found: corners !== undefined,
    clean: true,
    turns: 0,
  }
  scan.set(now => ({
    ...(now.pages.length > 0 ? now : { folderId, secret: isHiddenFolder(folderId) }),
    pages: [...now.pages, page],
    at: now.pages.length,
  }))
}

export const changePage = (id: string, change: Partial<ScanPage>): void =>
  scan.set(now => ({ ...now, pages: now.pages.map(page => (page.id === id ? { ...page, ...change } : page)) }))

export const showPage = (at: number): void => scan.set(now => ({ ...now, at }))

export const removePage = (id: string): void =>
  scan.set(now => {
    const pages = now.pages.filter(page => page.id !== id)
    return { ...now, pages, at: Math.max(0, Math.min(now.at, pages.length - 1)) }
  })

export const forgetScan = (): void => scan.set({ pages: [], at: 0 })

let user = session.get()?.user?.id
session.subscribe(() => {
  const now = session.get()?.user?.id
  if (now !== user) forgetScan()
  user = now
})
zone.subscribe(() => {
  if (zone.get() !== 'open' && scan.get().secret) forgetScan()
})
