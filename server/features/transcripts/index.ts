export type { Segment } from './assemble.ts'
export { correctedTranscript, rebuilt } from './correct.ts'
export { hearRecording, type Transcript } from './hear.ts'
export {
  findHearing,
  findTranscript,
  lockTranscript,
  openHearing,
  replaceTranscript,
  segmentsOf,
  textOfRecording,
} from './queries.ts'
export { transcriptRoutes } from './routes.ts'
export { secondsOf } from './seconds.ts'
