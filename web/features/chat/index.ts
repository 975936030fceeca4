export { readChatSearch } from './address.ts'

export const loadChatPage = () => import('./page.tsx').then(({ ChatPage }) => ({ default: ChatPage }))
