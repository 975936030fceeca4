export { readSearchSearch } from './address.ts'
export { forgetSearches } from './history.ts'

export const loadSearchPage = () => import('./page.tsx').then(({ SearchPage }) => ({ default: SearchPage }))
