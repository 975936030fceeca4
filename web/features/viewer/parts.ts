/** What other screens show inside theirs. It comes with them; `index.ts` is there from the start and has only what is light. */
export { Content } from './content.tsx'
