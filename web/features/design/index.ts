export const loadDesignPage = () => import('./page.tsx').then(({ DesignPage }) => ({ default: DesignPage }))
