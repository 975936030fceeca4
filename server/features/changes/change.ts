import type { MadeOf } from '../../db/visibility.ts'
import type { Words } from '../../lib/language.ts'

/** One field of one thing, changed for its owner by somebody who is not a person. */
export interface Change {
  /** Where it is promised before it is made. */
  id?: string
  by: 'service' | 'agent'
  /** What kind of thing: `object`, `collection`, or what a feature above undoes itself. */
  subject: string
  subjectId: string
  field: string
  before: unknown
  after: unknown
  why: Words
  /** What it was made from: seen while that is. */
  madeOf?: MadeOf
}
