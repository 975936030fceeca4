// Named exports only: importing the whole package at run time would also bundle what nobody uses.
export { RouterProvider } from '@tanstack/react-router'
