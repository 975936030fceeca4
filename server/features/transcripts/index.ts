export { hearRecording, type Transcript } from './hear.ts'
export { openHearing, replaceTranscript } from './queries.ts'
export { transcriptRoutes } from './routes.ts'
export { secondsOf } from './seconds.ts'
