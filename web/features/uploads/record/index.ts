import { toast } from '../../../ui/toast.tsx'
import { RECORDINGS } from '../recordings-database.ts'
import { recorded } from './state.ts'

export { recorded } from './state.ts'

/** The microphone, and all that has to do with it, comes when somebody wants to record. */
export async function record(): Promise<void> {
  const { recordWords } = await import('./words.ts')
  if (!('MediaRecorder' in window) || !navigator.mediaDevices)
    return void toast(recordWords.now().unable, { wrong: true })
  const { begin } = await import('./recorder.ts')
  await begin()
}

/** Only where the browser has ever recorded: else nothing is loaded for it. */
export async function recallRecording(): Promise<void> {
  if (recorded.get() || !('databases' in indexedDB)) return
  const known = await indexedDB.databases().catch(() => [])
  if (known.some(({ name }) => name === RECORDINGS)) await (await import('./recorder.ts')).recall()
}

export const loadRecordBar = async () => ({ default: (await import('./bar.tsx')).RecordBar })
