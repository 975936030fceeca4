export { readSearchSearch } from './address.ts'

export const loadSearchPage = () => import('./page.tsx').then(({ SearchPage }) => ({ default: SearchPage }))
