import type { Schemas } from '../api/openapi.ts'
import type { Enrichment, FileObject } from '../api/shapes.ts'

/** What is needed to do something with files, also those that nobody looks at. */
export type Picked = Schemas['ObjectLines']['items'][number]

/** What a list needs of a file; the rest is asked for when one is looked at. */
export type Listed = Omit<FileObject, 'enrichment' | 'content_hash' | 'categories' | 'original_name'> & {
  title?: string
  docType?: string
  fields?: Pick<Enrichment['fields'], 'document_date' | 'amount' | 'currency'> & { party?: string }
}
