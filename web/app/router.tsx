import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { LibraryPage } from '../features/library/page.tsx'
import { readLibrarySearch } from '../features/library/search.ts'
import { Failed } from '../ui/states.tsx'
import { Frame } from './frame.tsx'
import { Nowhere } from './nowhere.tsx'

/** Every address of the app. What is not the library comes when it is asked for. */

const root = createRootRoute({ notFoundComponent: Nowhere })
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame })

const within = { getParentRoute: () => frame } as const
const library = { ...within, validateSearch: readLibrarySearch, component: LibraryPage } as const

const framed = frame.addChildren([
  createRoute({ ...library, path: '/' }),
  createRoute({ ...library, path: '/folders/$folder' }),
  createRoute({ ...library, path: '/themes/$theme' }),
  createRoute({
    ...within,
    path: '/trash',
    component: lazyRouteComponent(() => import('../features/trash/page.tsx'), 'TrashPage'),
  }),
  createRoute({
    ...within,
    path: '/hidden',
    validateSearch: readLibrarySearch,
    component: lazyRouteComponent(() => import('../features/hidden/page.tsx'), 'HiddenPage'),
  }),
  createRoute({
    ...within,
    path: '/design',
    component: lazyRouteComponent(() => import('../features/design/page.tsx'), 'DesignPage'),
  }),
])

export const router = createRouter({
  routeTree: root.addChildren([framed]),
  defaultErrorComponent: ({ error, reset }) => <Failed error={error} onRetry={reset} />,
  defaultPreload: 'intent',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
