import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './call.ts'

/** What was asked for, in memory only: nothing of it reaches a store of the browser. */
export const client = new QueryClient({
  defaultOptions: {
    // The browser's own guess whether there is a network is often wrong; asking tells.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && error instanceof ApiError && [0, 429, 500, 502, 503].includes(error.status),
      retryDelay: (attempt, error) =>
        error instanceof ApiError && error.retryAfter ? error.retryAfter * 1000 : Math.min(8000, 500 * 2 ** attempt),
    },
  },
})
