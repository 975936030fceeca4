export const loadLinksPage = () => import('./links-page.tsx').then(({ LinksPage }) => ({ default: LinksPage }))
export const loadPublicPage = () => import('./public-page.tsx').then(({ PublicPage }) => ({ default: PublicPage }))
