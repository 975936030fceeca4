import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get, post, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Schemas } from '../../api/openapi.ts'
import { Button } from '../../ui/button.tsx'
import { Failed, Notice, Progress } from '../../ui/states.tsx'
import { connectionWords } from './words.ts'

type MigrationState = Schemas['StorageMigrationOut']

const PATH = '/v1/integrations/s3/migration'

/** How far the moving has come, once a second while it goes on. */
export function Migration() {
  const t = connectionWords.use()
  const [error, setError] = useState<unknown>()
  const state = useQuery({
    queryKey: ['migration'],
    queryFn: ({ signal }) => get(PATH, signal),
    refetchInterval: query => (query.state.data?.status === 'running' ? 1000 : false),
  })
  const act = async (work: () => Promise<MigrationState>) => {
    setError(undefined)
    try {
      client.setQueryData(['migration'], await work())
    } catch (caught) {
      setError(caught)
    }
  }
  const { data } = state
  if (!data) return null
  const going = data.status === 'running' || data.status === 'paused'
  return (
    <div className="flex flex-col gap-3 rounded border border-line p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="text-base font-medium">{t.move}</h3>
        <p role="status" className="figures text-sm text-ink-soft">
          {data.total > 0 && data.status !== 'idle'
            ? `${t.states[data.status]} · ${t.progress(data.moved, data.total)}`
            : t.states[data.status]}
        </p>
      </div>
      {data.total > 0 && data.status !== 'idle' && (
        <Progress label={t.move} value={data.moved / data.total} wrong={data.status === 'failed'} />
      )}
      {data.failed > 0 && <Notice look="careful">{t.failedCount(data.failed)}</Notice>}
      {data.error && <Notice look="wrong">{data.error}</Notice>}
      {error !== undefined && <Failed compact error={error} />}
      <div className="flex flex-wrap gap-2">
        {data.status === 'running' && <Button onClick={() => void act(() => post(`${PATH}/pause`))}>{t.pause}</Button>}
        {data.status === 'paused' && (
          <Button
            look="primary"
            onClick={() => void act(() => post(PATH, { direction: data.direction || 'to_bucket' }))}
          >
            {t.resume}
          </Button>
        )}
        {going && <Button onClick={() => void act(() => remove(PATH))}>{t.stop}</Button>}
        {!going && (
          <>
            <Button onClick={() => void act(() => post(PATH, { direction: 'to_bucket' }))}>{t.toBucket}</Button>
            <Button onClick={() => void act(() => post(PATH, { direction: 'to_service' }))}>{t.toService}</Button>
          </>
        )}
      </div>
    </div>
  )
}
