import { store } from '../lib/store.ts'

export const paletteOpen = store(false)
