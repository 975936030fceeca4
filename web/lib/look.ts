import { kept } from './store.ts'

export const look = kept<string>('look', 'system')

look.subscribe(() => {
  const chosen = look.get()
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.look = chosen
  else delete document.documentElement.dataset.look
})
