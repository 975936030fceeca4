import type { Needs } from '../../context.ts'
import { computation } from '../../ports/compute.ts'
import type { PageStart } from './chunks.ts'
import type { PreparedText, prepareText, ToPrepare } from './prepared.ts'

const prepare = computation<typeof prepareText>(import.meta.url, './prepared.ts', 'prepareText', 120_000)

/** Up to here it takes a few milliseconds, less than a message to a thread is worth. */
const SMALL = 20_000

/** Takes a text apart for the index before the transaction that saves it: this is the long part of the work. */
export async function prepareForIndex(
  context: Needs<'compute'>,
  ownerId: string,
  { text, pages, marked = [] }: { text: string; pages: PageStart[]; marked?: ToPrepare['marked'] },
): Promise<PreparedText> {
  const input = { ownerId, text, pages, marked }
  if (text.length <= SMALL && pages.length <= 100) return (await import('./prepared.ts')).prepareText(input)
  return context.compute.run(prepare, input, ownerId)
}
