export { offerTour, samplesOf } from './memory.ts'
export { startTour, tourStep } from './state.ts'

export const loadGuide = () => import('./guide.tsx')
export const loadSampleStrip = () => import('./strip.tsx')
