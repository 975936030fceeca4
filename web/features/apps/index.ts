export const loadConsentPage = () => import('./consent.tsx').then(({ ConsentPage }) => ({ default: ConsentPage }))
export const loadDevicePage = () => import('./device.tsx').then(({ DevicePage }) => ({ default: DevicePage }))
export { followWaiting } from './waiting.ts'
export const loadAppsSection = () => import('./section.tsx')
