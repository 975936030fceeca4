import type { Actor } from '../../../context.ts'
import type { RunContext } from '../../tools/index.ts'
import type { Command } from '../grammar/command.ts'

/** What the step before has named or made, for "it", "them" and "there". */
export interface Before {
  files: string[]
  folder?: string
  words: string
  /** Its result is a file that will be there only later. */
  later: boolean
}

export const NOTHING_BEFORE: Before = { files: [], words: '', later: false }

/** The run context in the middle of a request. */
export interface PriorState extends RunContext {
  before: Before
  /** Those who have given something to the person. */
  givers: Actor[]
}

interface Called {
  name: string
  input: unknown
  result?: { data?: Record<string, unknown> } | null
}

/** The id of a folder that does not exist yet, while the following steps are planned. */
const TO_BE_MADE = '00000000-0000-7000-8000-000000000000'
const LATER = new Set(['convert_file', 'pdf_operation', 'assemble_files'])

export function beforeOf({ target }: Command, calls: Called[]): Before {
  const inputs = calls.map(({ input }) => input as { object_id?: string; collection_id?: string | null })
  const made = calls.find(({ name }) => name === 'make_folder')
  const moved = inputs.find(({ collection_id }) => collection_id)?.collection_id ?? undefined
  return {
    files: inputs.flatMap(({ object_id }) => object_id ?? []),
    folder: made ? String(made.result?.data?.collection_id ?? TO_BE_MADE) : moved,
    words: target,
    later: calls.some(({ name }) => LATER.has(name)),
  }
}
