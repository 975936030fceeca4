export const loadTrashPage = () => import('./page.tsx').then(({ TrashPage }) => ({ default: TrashPage }))
