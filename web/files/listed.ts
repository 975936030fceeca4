import type { Schemas } from '../api/openapi.ts'
import type { Enrichment, FileObject } from '../api/shapes.ts'
import { filterOfParty } from './of-field.ts'
import type { Filters } from './search.ts'

/** What is needed to do something with files, also those that nobody looks at. */
export type Picked = Schemas['ObjectLines']['items'][number]

/** What a list needs of a file; the rest is asked for when one is looked at. */
export type ListedPages = Omit<FileObject, 'enrichment' | 'content_hash' | 'categories' | 'original_name'> & {
  title?: string
  /** In the trash: so long it is kept there. */
  kept_days?: number
  docType?: string
  fields?: Pick<Enrichment['fields'], 'document_date' | 'amount' | 'currency'> & {
    party?: string
    /** What leads to all files with that party. */
    partyFilter?: Filters
  }
}

export function lean({
  enrichment,
  content_hash: _h,
  categories: _c,
  original_name: _o,
  ...rest
}: FileObject): ListedPages {
  if (!enrichment) return rest
  const { document_date, amount, currency, parties } = enrichment.fields
  const [party] = parties
  const fields = {
    document_date,
    amount,
    currency,
    party,
    partyFilter: party === undefined ? undefined : filterOfParty(party, enrichment),
  }
  return { ...rest, title: enrichment.title, docType: enrichment.doc_type, fields }
}
