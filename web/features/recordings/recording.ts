import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Diarization, Transcript } from './lines.ts'

/** What the service knows of a recording. Nothing of it outlives the page that shows it. */

export interface TranscriptionState {
  state: 'none' | 'running' | 'done'
  seconds_done: number
  seconds_total: number | null
  model: string
  languages: string[]
}

export const usePeaks = (base: string) =>
  useQuery({
    queryKey: ['recording', base, 'peaks'],
    queryFn: ({ signal }) => get<'GET /v1/objects/{object_id}/peaks'>(`${base}/peaks`, signal),
    gcTime: 0,
    retry: false,
  })

export const useTranscript = (base: string, enabled: boolean) =>
  useQuery({
    queryKey: ['recording', base, 'transcript'],
    queryFn: ({ signal }) =>
      get<'GET /v1/objects/{object_id}/transcript'>(
        `${base}/transcript`,
        signal,
      ) as Promise<unknown> as Promise<Transcript>,
    gcTime: 0,
    enabled,
  })

export const useDiarization = (base: string) =>
  useQuery({
    queryKey: ['recording', base, 'speakers'],
    queryFn: ({ signal }) => get<'GET /v1/objects/{object_id}/diarization'>(`${base}/diarization`, signal),
    gcTime: 0,
  })

export const storeDiarization = (base: string, diarization: Diarization) =>
  client.setQueryData(['recording', base, 'speakers'], diarization)

export const refreshRecording = (base: string) => client.invalidateQueries({ queryKey: ['recording', base] })

const LOOK_MS = 1500

/** Asked again and again while it is being written down. */
export const useTranscription = (base: string, reading: boolean) =>
  useQuery({
    queryKey: ['recording', base, 'transcription'],
    queryFn: ({ signal }) => get<'GET /v1/objects/{object_id}/transcription'>(`${base}/transcription`, signal),
    gcTime: 0,
    refetchInterval: reading ? LOOK_MS : false,
  })
