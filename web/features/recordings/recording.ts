import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Schemas } from '../../api/openapi.ts'
import type { FileAddress, OwnFile } from '../../api/reply.ts'
import type { Diarization } from './lines.ts'

/** What the service knows of a recording. Nothing of it outlives the page that shows it. */

export type TranscriptionState = Schemas['TranscriptionOut']

export const usePeaks = (base: OwnFile) =>
  useQuery({
    queryKey: ['recording', base, 'peaks'],
    queryFn: ({ signal }) => get(`${base}/peaks`, signal),
    gcTime: 0,
    retry: false,
  })

export const useTranscript = (base: FileAddress, enabled: boolean) =>
  useQuery({
    queryKey: ['recording', base, 'transcript'],
    queryFn: ({ signal }) => get(`${base}/transcript`, signal),
    gcTime: 0,
    enabled,
  })

export const useDiarization = (base: OwnFile) =>
  useQuery({
    queryKey: ['recording', base, 'speakers'],
    queryFn: ({ signal }) => get(`${base}/diarization`, signal),
    gcTime: 0,
  })

export const storeDiarization = (base: OwnFile, diarization: Diarization) =>
  client.setQueryData(['recording', base, 'speakers'], diarization)

export const refreshRecording = (base: OwnFile) => client.invalidateQueries({ queryKey: ['recording', base] })

const LOOK_MS = 1500

/** Asked again and again while it is being written down. */
export const useTranscription = (base: OwnFile, reading: boolean) =>
  useQuery({
    queryKey: ['recording', base, 'transcription'],
    queryFn: ({ signal }) => get(`${base}/transcription`, signal),
    gcTime: 0,
    refetchInterval: reading ? LOOK_MS : false,
  })
