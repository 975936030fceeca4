export { useKeeping, whenKeeping } from './keeping.ts'
export { followChanges, forgetAll, type KeptFile, keepsReading, keptFiles, lookAgainSoon, recallFiles } from './kept.ts'
export { OfflineNote } from './note.tsx'
export { offlineWords } from './words.ts'
