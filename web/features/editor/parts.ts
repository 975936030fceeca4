/** What other screens show inside theirs. It comes with them; `index.ts` is there from the start and has only what is light. */
export { useRevisions } from './load.ts'
export { Revisions } from './revisions.tsx'
export { editorWords } from './words.ts'
