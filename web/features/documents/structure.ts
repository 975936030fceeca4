import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/call.ts'

/** Fields of the form and bookmarks, read anew each time: an operation may have changed them. */
export const useStructure = (id: string) =>
  useQuery({
    queryKey: ['pdf-structure', id],
    queryFn: ({ signal }) =>
      get<'GET /v1/objects/{object_id}/pdf-structure'>(`/v1/objects/${id}/pdf-structure`, signal),
    gcTime: 0,
  })
