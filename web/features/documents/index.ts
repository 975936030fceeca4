export { readBenchSearch } from './search.ts'

export const loadWorkbenchPage = () => import('./page.tsx').then(({ WorkbenchPage }) => ({ default: WorkbenchPage }))
export const loadWorkDialogs = () => import('./dialogs.tsx')
