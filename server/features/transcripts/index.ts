export type { Segment } from './assemble.ts'
export { correctedTranscript } from './correct.ts'
export { type HeardTranscript, hearRecording } from './hear.ts'
export {
  findHearing,
  findTranscript,
  lockTranscript,
  openHearing,
  replaceTranscript,
  segmentsOf,
  textOfRecording,
} from './queries.ts'
export { rebuiltTranscript } from './rebuild.ts'
export { transcriptRoutes } from './routes.ts'
export { readTranscript, transcriptReply } from './said.ts'
export { secondsOf } from './seconds.ts'
