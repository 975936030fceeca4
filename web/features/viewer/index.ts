export const loadFilePage = () => import('./page.tsx').then(({ FilePage }) => ({ default: FilePage }))
export const loadViewer = () => import('./viewer.tsx')
export const loadFileDetails = () => import('./details.tsx')
export const loadContent = () => import('./content.tsx').then(({ Content }) => ({ default: Content }))
