import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/call.ts'

/** What every user takes: sums alone. */
export const useUsage = () =>
  useQuery({ queryKey: ['usage-by-user'], queryFn: ({ signal }) => get('/v1/admin/usage', signal) })
