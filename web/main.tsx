import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { isAhead } from './api/ahead.ts'
import { ApiError } from './api/call.ts'
import { client } from './api/client.ts'
import { router } from './app/router.tsx'
import { begin } from './features/identity/index.ts'
import { recallFiles, recallTree } from './features/offline/index.ts'
import { readAllFiles } from './files/files.ts'
import { ALL_FILES } from './files/line-look.ts'
import { addressOf } from './lib/base.ts'
import { endFirst } from './lib/first-screen.ts'
import { Failed } from './ui/states.tsx'
import { Toasts } from './ui/toast.tsx'
import './lib/look.ts'

let made: Root | undefined

/** Not before it is needed: it listens to every kind of event, which takes a phone a while. */
function rootOf(): Root {
  endFirst()
  made ??= createRoot(document.getElementById('root')!)
  return made
}

function start() {
  begin()
    // With the page that is asked for in hand, what is drawn first is what stays.
    .then(() => Promise.all([router.load(), isAhead(ALL_FILES) && readAllFiles()]))
    .then(
      // In slices: a finger on the page need not wait for the whole of it.
      () =>
        startTransition(() =>
          rootOf().render(
            <QueryClientProvider client={client}>
              <RouterProvider router={router} />
              <Toasts />
            </QueryClientProvider>,
          ),
        ),
      error => void startWithout(error),
    )
}

/** The service is away: what was opened before can be read. */
async function startWithout(error: unknown) {
  const isAway = error instanceof ApiError && error.status === 0
  const files = isAway ? ((await recallFiles()) ?? []) : []
  const tree = isAway ? await recallTree() : undefined
  const { Shelf } = files.length > 0 || tree ? await import('./app/shelf.tsx') : {}
  rootOf().render(
    Shelf ? (
      <QueryClientProvider client={client}>
        <Shelf onRetry={start} />
      </QueryClientProvider>
    ) : (
      <Failed error={error} onRetry={start} />
    ),
  )
}

start()

const keepShell = () => void navigator.serviceWorker.register(addressOf('/sw.js')).catch(() => {})

// In a development server the files change under their names; there it would only be in the way.
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  if (document.readyState === 'complete') keepShell()
  else window.addEventListener('load', keepShell)
}
