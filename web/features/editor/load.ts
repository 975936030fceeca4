import { useQuery } from '@tanstack/react-query'
import { get, isNotFound, request } from '../../api/call.ts'
import type { Schemas } from '../../api/openapi.ts'
import type { FileObject } from '../../api/shapes.ts'

export type EditorDraft = Schemas['DraftOut']

export type Revision = Schemas['RevisionList']['items'][number]

/** The text of a file; what is written in an old encoding has been read by the service. */
export async function textOf(file: Pick<FileObject, 'id' | 'text_view' | 'status'>): Promise<string> {
  const text = await (await request('GET', `/v1/objects/${file.id}/content?disposition=inline`)).text()
  if (!text.includes('\ufffd') || !file.text_view) return text
  return (await get(`/v1/objects/${file.id}/text`)).text
}

export const draftOf = (id: string): Promise<EditorDraft | null> =>
  get(`/v1/objects/${id}/draft`).catch(error => {
    if (isNotFound(error)) return null
    throw error
  })

export const useRevisions = (id: string, enabled = true) =>
  useQuery({
    enabled,
    queryKey: ['revisions', id],
    queryFn: async ({ signal }) => (await get(`/v1/objects/${id}/revisions`, signal)).items,
    staleTime: 0,
  })

export const revisionText = async (id: string, revision: string): Promise<string> =>
  (await request('GET', `/v1/objects/${id}/revisions/${revision}/content`)).text()
