import { type LibrarySearch, readLibrarySearch } from '../../files/search.ts'

export const MODES = ['pages', 'redact', 'annotate', 'crop'] as const
export type WorkbenchMode = (typeof MODES)[number]

export interface BenchSearch extends LibrarySearch {
  work?: WorkbenchMode
}

export const readBenchSearch = (given: Record<string, unknown>): BenchSearch => ({
  ...readLibrarySearch(given),
  work: MODES.find(mode => mode === given.work),
})
