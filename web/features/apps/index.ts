export const loadConsentPage = () => import('./consent.tsx').then(({ ConsentPage }) => ({ default: ConsentPage }))
export const loadAppsSection = () => import('./section.tsx')
