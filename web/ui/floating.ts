import { createContext } from 'react'

/** Where menus and hints are put: inside the dialog that is open, since what lies outside of it cannot be reached. */
export const Floating = createContext<HTMLElement | null>(null)
