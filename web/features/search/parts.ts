export { plain, useEverything } from './everything.ts'
export { forgetSearches, noteSearch, searched } from './history.ts'
export { type GroupName, type Line, LineBody, linesOf } from './lines.tsx'
export { searchWords } from './words.ts'
