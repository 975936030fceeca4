import type { Description } from '../../ports/describer.ts'

/** An enrichment as it is kept, and what only the naming of the file needs. */
export interface Enriched {
  enrichment: Omit<Description, 'categories' | 'headline'> & { model: string }
  categories: string[]
  headline: Description['headline']
}

export interface Readable {
  id: string
  filename: string
  kind: string
  mime: string
}
