export { formatSecond } from './lines.ts'

export const loadPlayer = () => import('./player.tsx')
export const loadSharedPlayer = () => import('./shared.tsx')
export const loadVoicesSection = () => import('./voices.tsx')
