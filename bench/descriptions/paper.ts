/** A paper with its blanks filled in, and what stands in them. */

export interface Wanted {
  document_date: string | null
  amount: number | null
  currency: string | null
  parties: string[]
  number: string | null
  due_date: string | null
}

export interface Paper {
  layout: string
  type: 'contract' | 'invoice' | 'receipt' | 'letter' | 'act'
  /** Not looked at while the rules were written. */
  kept: boolean
  text: string
  fields: Wanted
}

export interface Layout {
  name: string
  type: Paper['type']
  kept?: boolean
  make(n: number): { text: string; fields: Partial<Wanted> }
}

const EMPTY: Wanted = { document_date: null, amount: null, currency: null, parties: [], number: null, due_date: null }

export const papersOf = (layouts: Layout[], each: number): Paper[] =>
  layouts.flatMap(({ name, type, kept, make }) =>
    Array.from({ length: each }, (_, n) => {
      const { text, fields } = make(n)
      return { layout: name, type, kept: kept === true, text, fields: { ...EMPTY, ...fields } }
    }),
  )

/** The n-th of a row that begins anew. */
export const nth = <T>(list: T[], n: number): T => list[n % list.length]!

export const iso = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
