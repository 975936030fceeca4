export { hiddenWords } from './words.ts'

export const loadHiddenPage = () => import('./page.tsx').then(({ HiddenPage }) => ({ default: HiddenPage }))
