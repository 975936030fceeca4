export const loadChangesPage = () => import('./ledger.tsx').then(({ ChangesPage }) => ({ default: ChangesPage }))
export const loadEnrichmentPanel = () =>
  import('./panel.tsx').then(({ EnrichmentPanel }) => ({ default: EnrichmentPanel }))
