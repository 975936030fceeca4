// Named one by one: whoever imports a package as a whole at run time gets also what nobody uses of it.
export { RouterProvider } from '@tanstack/react-router'
