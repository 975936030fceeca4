export const loadConnectionsSection = () => import('./section.tsx')
