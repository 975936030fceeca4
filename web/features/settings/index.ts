export const loadSettingsPage = () => import('./page.tsx').then(({ SettingsPage }) => ({ default: SettingsPage }))
