export const loadUsageSection = () => import('./section.tsx')
