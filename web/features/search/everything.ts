import { useQuery } from '@tanstack/react-query'
import { get, query } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Schemas } from '../../api/openapi.ts'
import type { Folder } from '../../api/shapes.ts'
import type { ListedPages } from '../../files/files.ts'
import { useFolderSearch } from '../../files/tree.ts'
import { useSettled } from '../../lib/settled.ts'
import type { Hit } from './found.ts'

/** Long enough that a fast typist asks once. */
const PAUSE_MS = 160
const FEW = 5

export type Things = Schemas['ThingsOut']
type FileLine = Pick<ListedPages, 'id' | 'filename' | 'kind' | 'title'>

export interface Everything {
  files: FileLine[]
  passages: Hit[]
  folders: Folder[]
  things: Things
  /** What was typed has been answered. */
  settled: boolean
}

const NOTHING: Things = { people: [], events: [], tasks: [] }
const NO_FOLDERS: Folder[] = []

export const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

/** Every word begins somewhere in it. */
const hasWords = (text: string, wanted: string) => {
  const inside = plain(text)
  return plain(wanted)
    .split(/\s+/)
    .every(word => inside.includes(word))
}

/** What is no file, by its name. */
export function useThings(text: string): { things: Things; folders: Folder[]; answered: boolean } {
  const wanted = text.trim().slice(0, 200)
  const { folders, isAnswered } = useFolderSearch(wanted.length > 1 ? wanted : undefined, FEW)
  const { data, isFetched } = useQuery({
    queryKey: ['things', wanted],
    queryFn: ({ signal }) => get<'GET /v1/search/things'>(`/v1/search/things${query({ q: wanted })}`, signal),
    enabled: wanted.length > 1,
    placeholderData: before => (wanted === '' ? undefined : before),
    retry: false,
    gcTime: 60_000,
    staleTime: 10_000,
  })
  if (wanted.length < 2) return { things: NOTHING, folders: NO_FOLDERS, answered: true }
  return { things: data ?? NOTHING, folders, answered: isFetched && isAnswered }
}

/** All that fits what is being typed: by name at once, of what the page has; then what the service finds. */
export function useEverything(text: string): Everything {
  const typed = text.trim()
  const wanted = useSettled(typed, PAUSE_MS)
  const { things, folders, answered } = useThings(wanted)
  const asked = useQuery({
    queryKey: ['everything', wanted],
    queryFn: async ({ signal }) => (await get(`/v1/search${query({ q: wanted, limit: 2 * FEW })}`, signal)).items,
    enabled: wanted.length > 1,
    placeholderData: before => (wanted.length > 1 ? before : undefined),
    retry: false,
    gcTime: 60_000,
    staleTime: 10_000,
  })
  if (typed.length < 2) return { files: [], passages: [], folders: [], things: NOTHING, settled: true }
  const hits = (asked.data ?? []) as Hit[]
  const files = new Map(atHand(typed).map(file => [file.id, file]))
  for (const { object } of hits)
    if (hasWords(`${object.filename} ${object.enrichment?.title ?? ''}`, typed))
      files.set(object.id, { ...object, title: object.enrichment?.title })
  return {
    files: [...files.values()].slice(0, FEW),
    passages: hits.filter(hit => hit.char_start !== null && isSentence(hit)).slice(0, FEW),
    folders,
    things,
    settled: wanted === typed && asked.isFetched && answered && !asked.isPlaceholderData,
  }
}

/** A bracket, a rule or a number of a page shows nobody anything. */
export const isSentence = ({ snippet, highlights }: Hit): boolean =>
  highlights.length > 0 || (snippet.match(/\p{L}/gu)?.length ?? 0) >= 8

function atHand(wanted: string): FileLine[] {
  const found: FileLine[] = []
  for (const [, data] of client.getQueriesData<{ pages: { items: ListedPages[] }[] }>({ queryKey: ['files'] }))
    for (const page of data?.pages ?? [])
      for (const item of page.items) {
        if (hasWords(`${item.filename} ${item.title ?? ''}`, wanted)) found.push(item)
        if (found.length >= FEW) return found
      }
  return found
}
