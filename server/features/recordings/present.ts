import type { Segment } from '../transcripts/index.ts'
import { joinWords, labelOf, scriptOf } from './join.ts'
import type { DiarizationRow, ProfileRow } from './queries.ts'

export function presentDiarization(
  objectId: string,
  known: DiarizationRow | undefined,
  transcript: { text: string; segments: Segment[] },
) {
  if (!known) return { object_id: objectId, ready: false, segments: [], speakers: {}, text: '' }
  const segments = joinWords(transcript.text, transcript.segments, known.turns)
  const labels = [...new Set(known.turns.map(([, , speaker]) => speaker).sort((a, b) => a - b))].map(labelOf)
  // Whoever has no name yet is called by the label.
  const speakers = Object.fromEntries(labels.map(label => [label, known.speakers[label]?.name || label]))
  return { object_id: objectId, ready: true, segments, speakers, text: scriptOf(segments, speakers) }
}

export const presentProfile = ({ id, name, consented_at, created_at, learned }: ProfileRow, recognisable: boolean) => ({
  id,
  name,
  consent: true,
  consented_at: consented_at.toISOString(),
  created_at: created_at.toISOString(),
  learned,
  recognisable,
})
