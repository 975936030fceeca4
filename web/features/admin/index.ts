export const loadAdminPage = () => import('./page.tsx').then(({ AdminPage }) => ({ default: AdminPage }))
