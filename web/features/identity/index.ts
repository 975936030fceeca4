export { arriving, goToProvider } from './arriving.ts'
export { confirming } from './confirming.ts'
export { moved } from './moved.ts'
export { outcomeWords } from './outcomes.ts'
export { hasPasskeys, makePasskey } from './passkey.ts'
export { resetting } from './resetting.ts'
export { begin, chooseLanguage, signOut } from './session.ts'

export const loadConfirm = () => import('./confirm.tsx')
export const loadZoneNote = () => import('./zone-note.tsx')
export const loadSignInPage = () => import('./sign-in.tsx')
