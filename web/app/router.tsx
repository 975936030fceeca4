import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { readCalendarSearch } from '../features/calendar/search.ts'
import { readChatSearch } from '../features/chat/address.ts'
import { readBenchSearch } from '../features/documents/search.ts'
import { LibraryPage } from '../features/library/page.tsx'
import { readSearchSearch } from '../features/search/address.ts'
import { readLibrarySearch } from '../files/search.ts'
import { Nowhere } from '../ui/nowhere.tsx'
import { Failed } from '../ui/states.tsx'
import { Frame } from './frame.tsx'

/** Every address of the app. What is not the library comes when it is asked for. */

const root = createRootRoute({ notFoundComponent: Nowhere })
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame })

const within = { getParentRoute: () => frame } as const
const library = { ...within, validateSearch: readLibrarySearch, component: LibraryPage } as const

const later = (load: () => Promise<ComponentType>) => lazyRouteComponent(async () => ({ default: await load() }))

/** A page of its own file, which comes when it is asked for. */
const page = <P extends string>(path: P, load: () => Promise<ComponentType>) =>
  createRoute({ ...within, path, validateSearch: readLibrarySearch, component: later(load) })

const framed = frame.addChildren([
  createRoute({ ...library, path: '/' }),
  createRoute({ ...library, path: '/folders/$folder' }),
  createRoute({ ...library, path: '/themes/$theme' }),
  createRoute({
    ...within,
    path: '/search',
    validateSearch: readSearchSearch,
    component: later(() => import('../features/search/page.tsx').then(found => found.SearchPage)),
  }),
  createRoute({
    ...within,
    path: '/ask',
    validateSearch: readChatSearch,
    component: later(() => import('../features/chat/page.tsx').then(found => found.ChatPage)),
  }),
  createRoute({
    ...within,
    path: '/calendar',
    validateSearch: readCalendarSearch,
    component: later(() => import('../features/calendar/page.tsx').then(found => found.CalendarPage)),
  }),
  page('/changes', () => import('../features/enrichment/ledger.tsx').then(found => found.ChangesPage)),
  createRoute({
    ...within,
    path: '/objects/$object/pages',
    validateSearch: readBenchSearch,
    component: later(() => import('../features/documents/page.tsx').then(found => found.WorkbenchPage)),
  }),
  page('/objects/$object/edit', () => import('../features/editor/page.tsx').then(found => found.EditorPage)),
  page('/objects/$object', () => import('../features/viewer/page.tsx').then(found => found.FilePage)),
  page('/trash', () => import('../features/trash/page.tsx').then(found => found.TrashPage)),
  page('/hidden', () => import('../features/hidden/page.tsx').then(found => found.HiddenPage)),
  page('/links', () => import('../features/share/links-page.tsx').then(found => found.LinksPage)),
  page('/settings', () => import('../features/settings/page.tsx').then(found => found.SettingsPage)),
  page('/settings/$section', () => import('../features/settings/page.tsx').then(found => found.SettingsPage)),
  page('/admin', () => import('../features/admin/page.tsx').then(found => found.AdminPage)),
  page('/admin/$section', () => import('../features/admin/page.tsx').then(found => found.AdminPage)),
  page('/sign-in', async () => LibraryPage),
  page('/design', () => import('../features/design/page.tsx').then(found => found.DesignPage)),
])

/** Outside of the frame: whoever has a link needs no account. */
const shared = createRoute({
  getParentRoute: () => root,
  path: '/share/$token',
  validateSearch: readLibrarySearch,
  component: lazyRouteComponent(() => import('../features/share/public-page.tsx'), 'PublicPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([framed, shared]),
  defaultErrorComponent: ({ error, reset }) => <Failed error={error} onRetry={reset} />,
  defaultPreload: 'intent',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
