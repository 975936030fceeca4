import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { loadAdminPage } from '../features/admin/index.ts'
import { loadConsentPage, loadDevicePage } from '../features/apps/index.ts'
import { loadCalendarPage, readCalendarSearch } from '../features/calendar/index.ts'
import { loadChatPage, readChatSearch } from '../features/chat/index.ts'
import { loadDesignPage } from '../features/design/index.ts'
import { loadWorkbenchPage, readBenchSearch } from '../features/documents/index.ts'
import { loadEditorPage } from '../features/editor/index.ts'
import { loadChangesPage } from '../features/enrichment/index.ts'
import { loadHiddenPage } from '../features/hidden/index.ts'
import { LibraryPage } from '../features/library/index.ts'
import { loadScanPage } from '../features/scan/index.ts'
import { loadSearchPage, readSearchSearch } from '../features/search/index.ts'
import { loadSettingsPage } from '../features/settings/index.ts'
import { loadLinksPage, loadPublicPage } from '../features/share/index.ts'
import { loadTrashPage } from '../features/trash/index.ts'
import { loadFilePage } from '../features/viewer/index.ts'
import { readLibrarySearch } from '../files/search.ts'
import { routerBase } from '../lib/base.ts'
import { Nowhere } from '../ui/nowhere.tsx'
import { Failed } from '../ui/states.tsx'
import { Frame } from './frame.tsx'

/** Every address of the app. What is not the library comes when it is asked for. */

const root = createRootRoute({ notFoundComponent: Nowhere })
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame })

const within = { getParentRoute: () => frame } as const
const library = { ...within, validateSearch: readLibrarySearch, component: LibraryPage } as const

type Load = () => Promise<{ default: ComponentType }>

/** A page of its own file, which comes when it is asked for. */
const page = <P extends string>(path: P, load: Load) =>
  createRoute({ ...within, path, validateSearch: readLibrarySearch, component: lazyRouteComponent(load) })

const framed = frame.addChildren([
  createRoute({ ...library, path: '/' }),
  createRoute({ ...library, path: '/folders/$folder' }),
  createRoute({ ...library, path: '/themes/$theme' }),
  createRoute({
    ...within,
    path: '/search',
    validateSearch: readSearchSearch,
    component: lazyRouteComponent(loadSearchPage),
  }),
  createRoute({
    ...within,
    path: '/ask',
    validateSearch: readChatSearch,
    component: lazyRouteComponent(loadChatPage),
  }),
  createRoute({
    ...within,
    path: '/calendar',
    validateSearch: readCalendarSearch,
    component: lazyRouteComponent(loadCalendarPage),
  }),
  page('/changes', loadChangesPage),
  createRoute({
    ...within,
    path: '/objects/$object/pages',
    validateSearch: readBenchSearch,
    component: lazyRouteComponent(loadWorkbenchPage),
  }),
  page('/objects/$object/edit', loadEditorPage),
  page('/objects/$object', loadFilePage),
  page('/scan', loadScanPage),
  page('/trash', loadTrashPage),
  page('/hidden', loadHiddenPage),
  page('/links', loadLinksPage),
  page('/settings', loadSettingsPage),
  page('/settings/$section', loadSettingsPage),
  page('/admin', loadAdminPage),
  page('/admin/$section', loadAdminPage),
  page('/sign-in', async () => ({ default: LibraryPage })),
  createRoute({ ...within, path: '/oauth/authorize', component: lazyRouteComponent(loadConsentPage) }),
  page('/index.php/login/v2/flow/$flow', loadDevicePage),
  page('/design', loadDesignPage),
])

/** Outside of the frame: whoever has a link needs no account. */
const shared = createRoute({
  getParentRoute: () => root,
  path: '/share/$token',
  validateSearch: readLibrarySearch,
  component: lazyRouteComponent(loadPublicPage),
})

export const router = createRouter({
  basepath: routerBase,
  routeTree: root.addChildren([framed, shared]),
  defaultErrorComponent: ({ error, reset }) => <Failed error={error} onRetry={reset} />,
  defaultPreload: 'intent',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
