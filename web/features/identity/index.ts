export { arriving, goToProvider } from './arriving.ts'
export { confirming } from './confirming.ts'
export { moved } from './moved.ts'
export { resetting } from './resetting.ts'
export { begin, chooseLanguage, signOut } from './session.ts'

export const loadConfirm = () => import('./confirm.tsx')
export const loadZoneNote = () => import('./zone-note.tsx')
export const loadSignInPage = () => import('./sign-in.tsx')
