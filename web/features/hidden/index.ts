export const loadHiddenPage = () => import('./page.tsx').then(({ HiddenPage }) => ({ default: HiddenPage }))
