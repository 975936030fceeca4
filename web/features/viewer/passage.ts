import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/call.ts'
import type { Schemas } from '../../api/openapi.ts'
import type { FileAddress } from '../../api/reply.ts'
import { sliceOf } from '../../lib/code-points.ts'

type ReadText = Schemas['ObjectText']

export interface ShownPassage {
  text: string
  /** Where it stands in the text that was read, as a script counts. */
  from: number
  to: number
  page: number | undefined
}

/** Where a link points: characters of the text that was read, from-to. */
export function rangeOf(at: string | undefined): [number, number] | undefined {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(at ?? '') ?? []
  return from !== undefined && to !== undefined && Number(to) > Number(from) ? [Number(from), Number(to)] : undefined
}

export const useReadText = (base: FileAddress, enabled = true) =>
  useQuery({
    queryKey: ['text', base],
    queryFn: ({ signal }) => get(`${base}/text`, signal),
    gcTime: 0,
    enabled,
  })

export function passageIn({ text, pages }: ReadText, at: string | undefined): ShownPassage | undefined {
  const range = rangeOf(at)
  if (!range) return undefined
  const [from, to] = sliceOf(text, ...range)
  if (to <= from) return undefined
  const page = pages.find(each => each.char_start <= range[0] && range[0] < each.char_end)?.page
  return { text: text.slice(from, to), from, to, page }
}
