import { type ComponentType, lazy } from 'react'

const MARK = 'dossier.loaded-anew'
const ONCE_MS = 5 * 60_000

/** Whether the page was not loaded anew just now. A browser that keeps no mark could go round in circles. */
function isFirstTime(): boolean {
  try {
    const last = Number(sessionStorage.getItem(MARK) ?? 0)
    sessionStorage.setItem(MARK, String(Date.now()))
    return Date.now() - last > ONCE_MS
  } catch {
    return false
  }
}

/** A part that comes later. After a new version is installed its old file is gone: then the page is loaded anew, once. */
// biome-ignore lint/suspicious/noExplicitAny: as React has it
export const lazily = <T extends ComponentType<any>>(load: () => Promise<{ default: T }>) =>
  lazy(() =>
    load().catch(error => {
      if (!navigator.onLine || !isFirstTime()) throw error
      location.reload()
      return new Promise<never>(() => {})
    }),
  )
