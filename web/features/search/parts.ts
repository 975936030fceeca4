export { plain, useEverything } from './everything.ts'
export { noteSearch, searched } from './history.ts'
export { LineBody, linesOf } from './lines.tsx'
export { searchWords } from './words.ts'
