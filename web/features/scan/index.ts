export { scanPhoto } from './take.ts'

export const loadScanPage = () => import('./page.tsx').then(({ ScanPage }) => ({ default: ScanPage }))
