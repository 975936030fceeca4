export { begin, chooseLanguage, signOut } from './session.ts'

export const loadSignInPage = () => import('./sign-in.tsx')
