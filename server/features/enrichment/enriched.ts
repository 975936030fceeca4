import type { Description } from '../../ports/describer.ts'

/** An enrichment as it is kept, and what only the naming of the file needs. */
export interface Enriched {
  /** `learned` names the fields that follow what a person has corrected in files like it. */
  enrichment: Omit<Description, 'categories' | 'headline' | 'likeness'> & { model: string; learned?: string[] }
  categories: string[]
  headline: Description['headline']
  likeness: number[]
}

export interface Readable {
  id: string
  filename: string
  kind: string
  mime: string
}
