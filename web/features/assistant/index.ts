export const loadAssistantSection = () => import('./section.tsx')
