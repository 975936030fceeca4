export const ENTITY_KINDS = [
  'people',
  'organisations',
  'places',
  'dates',
  'amounts',
  'identifiers',
  'emails',
  'phones',
] as const

export type EntityKind = (typeof ENTITY_KINDS)[number]

/** A span of the text, half-open, in code points, with what was understood of it. */
export interface Entity {
  text: string
  char_start: number
  char_end: number
  [understood: string]: unknown
}

export type Entities = Record<EntityKind, Entity[]>

/** What a document calls itself: the parts that a good name is made of. Empty when it does not say. */
export interface Headline {
  /** "Договор аренды", "Invoice". */
  what: string
  number: string
  /** ISO date. */
  date: string
  /** The other side, or whom it is about. */
  party: string
}

/** What is written into the blanks of a contract, an invoice, a receipt or a letter. What is not certain is empty. */
export interface Fields {
  /** ISO date. */
  document_date: string | null
  amount: number | null
  /** ISO 4217. */
  currency: string | null
  /** The two sides, or who writes to whom; as the paper names them. */
  parties: string[]
  number: string | null
  /** ISO date. */
  due_date: string | null
}

export const NO_FIELDS: Fields = {
  document_date: null,
  amount: null,
  currency: null,
  parties: [],
  number: null,
  due_date: null,
}

export interface Description {
  title: string
  description: string
  summary: string
  keywords: string[]
  doc_type: string
  language: string
  entities: Entities
  categories: string[]
  headline: Headline
  fields: Fields
  /** A sketch of the text: the share of equal numbers tells how alike two texts are. Empty when there is too little text. */
  likeness: number[]
}

export interface Described {
  text: string
  filename: string
  kind: string
  mime: string
  /** The title that the file itself carries, if any. */
  title: string
  headings: { level: number; char_start: number; char_end: number }[]
}

/** Says what can be said of a text by rules and counting alone. Heavy on the processor: it is done in a process of its own. */
export interface Describer {
  describe(source: Described): Promise<Description>
  close(): Promise<void>
}

/** The text is at fault, not the service: trying again gives the same. */
export class DescribingFailed extends Error {
  override name = 'DescribingFailed'
}
