export type { Segment } from './assemble.ts'
export { correctedTranscript } from './correct.ts'
export {
  findTranscript,
  findTranscription,
  lockTranscript,
  openTranscription,
  replaceTranscript,
  segmentsOf,
  textOfRecording,
} from './queries.ts'
export { rebuiltTranscript } from './rebuild.ts'
export { transcriptRoutes } from './routes.ts'
export { readTranscript, transcriptReply } from './said.ts'
export { secondsOf } from './seconds.ts'
export { type NewTranscript, transcribeRecording } from './transcribe.ts'
