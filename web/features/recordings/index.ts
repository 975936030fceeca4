export { formatSecond } from './lines.ts'

export const loadPlayer = () => import('./player.tsx')
export const loadVoicesSection = () => import('./voices.tsx')
