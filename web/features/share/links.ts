import { useQuery } from '@tanstack/react-query'
import { get, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Schemas } from '../../api/openapi.ts'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { shareWords } from './words.ts'

export type Link = Schemas['ShareOut']

export const useLinks = () =>
  useQuery({
    queryKey: ['links'],
    queryFn: async ({ signal }) => (await get('/v1/shares', signal)).items,
  })

/** What is revoked cannot be brought back, but a new link is one click away. */
export async function revoke(link: Link): Promise<void> {
  client.setQueryData<Link[]>(['links'], now => now?.filter(each => each.id !== link.id))
  try {
    await remove(`/v1/shares/${link.id}`)
    toast(shareWords.now().revoked)
  } catch (error) {
    toast(messageOf(error), { wrong: true })
  }
  void client.invalidateQueries({ queryKey: ['links'] })
}
