import type { Paper, Wanted } from './paper.ts'

/**
 * Each field of each paper is one verdict: right (the same value, or empty where the paper has none), empty (a value is missing,
 * or some of the parties are), wrong (any value that the paper does not have there).
 */
export type Verdict = 'right' | 'empty' | 'wrong'

const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]/gu, '')

function ofParties(wanted: string[], found: string[]): Verdict {
  const names = new Set(wanted.map(plain))
  if (found.some(name => !names.has(plain(name)))) return 'wrong'
  return new Set(found.map(plain)).size === names.size ? 'right' : 'empty'
}

function ofValue(wanted: unknown, found: unknown): Verdict {
  if (found === wanted) return 'right'
  if (typeof wanted === 'string' && typeof found === 'string' && plain(wanted) === plain(found)) return 'right'
  return found === null ? 'empty' : 'wrong'
}

export interface Judged {
  paper: Paper
  field: keyof Wanted
  verdict: Verdict
  found: unknown
}

export function judge(paper: Paper, found: Wanted): Judged[] {
  return (Object.keys(paper.fields) as (keyof Wanted)[]).map(field => ({
    paper,
    field,
    found: found[field],
    verdict:
      field === 'parties' ? ofParties(paper.fields.parties, found.parties) : ofValue(paper.fields[field], found[field]),
  }))
}

export const share = (judged: Judged[], verdict: Verdict) =>
  judged.filter(one => one.verdict === verdict).length / judged.length
