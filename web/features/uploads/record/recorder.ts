import { session } from '../../../api/session.ts'
import { stampOf } from '../../../lib/stamp.ts'
import { toast } from '../../../ui/toast.tsx'
import { upload } from '../pick.ts'
import { type BegunRecording, begunBy, forgetRecording, keepBegun, keepPart, partsOf } from '../recorded-parts.ts'
import { isHiddenFolder, uploadTarget } from '../target.ts'
import { recorded } from './state.ts'
import { recordWords } from './words.ts'

/** Records with the microphone. Each second is put by as it comes: see recorded-parts.ts. */

const PART_MS = 1000

interface Making extends BegunRecording {
  recorder: MediaRecorder
  parts: Blob[]
  /** What goes into the hidden zone is kept in memory only. */
  secret: boolean
  /** Other tabs see by it that somebody is at it. */
  release: () => void
}

let making: Making | undefined
let left: BegunRecording | undefined

const lockOf = (id: string) => `dossier-recording-${id}`

/** Locked until it is released, or the tab has gone. */
const lock = (id: string): Promise<() => void> =>
  new Promise(locked => {
    void navigator.locks.request(lockOf(id), () => new Promise<void>(release => locked(release)))
  })

const isLocked = async (id: string) =>
  (await navigator.locks.query()).held?.some(({ name }) => name === lockOf(id)) === true

export async function begin(): Promise<void> {
  if (recorded.get()) return
  const folderId = uploadTarget.get()
  let stream: MediaStream
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  } catch {
    toast(recordWords.now().noMicrophone, { wrong: true })
    return
  }
  const recorder = new MediaRecorder(stream)
  const id = crypto.randomUUID()
  const owner = session.get()?.user?.id ?? ''
  const secret = isHiddenFolder(folderId)
  const begun = { id, owner, mime: recorder.mimeType, folderId, at: Date.now() }
  const made: Making = { ...begun, recorder, parts: [], secret, release: await lock(id) }
  making = made
  if (!secret) await keepBegun(begun)
  recorder.ondataavailable = ({ data }) => {
    // The last part comes when it is stopped, also when it was discarded.
    if (data.size === 0 || making !== made) return
    made.parts.push(data)
    if (!secret) void keepPart(id, made.parts.length, data)
    const now = recorded.get()
    if (now) recorded.set({ ...now, seconds: made.parts.length })
  }
  // The microphone was taken away: what was said until then is there.
  stream.getAudioTracks()[0]?.addEventListener('ended', () => void save())
  recorder.start(PART_MS)
  recorded.set({ state: 'recording', seconds: 0 })
}

export function pauseOrGoOn(): void {
  const now = recorded.get()
  if (!making || !now) return
  const paused = making.recorder.state === 'paused'
  if (paused) making.recorder.resume()
  else making.recorder.pause()
  recorded.set({ ...now, state: paused ? 'recording' : 'paused' })
}

const stopped = ({ recorder }: Making): Promise<void> =>
  new Promise(done => {
    const end = () => {
      for (const track of recorder.stream.getTracks()) track.stop()
      done()
    }
    if (recorder.state === 'inactive') return end()
    recorder.onstop = end
    recorder.stop()
  })

async function send({ id, mime, folderId, at }: BegunRecording, parts: Blob[], secret: boolean): Promise<void> {
  const ending = /mp4/.test(mime) ? 'm4a' : /ogg/.test(mime) ? 'ogg' : 'webm'
  const name = `${recordWords.now().title} ${stampOf(new Date(at))}.${ending}`
  await upload([new File(parts, name, { type: mime })], folderId, { secret })
  await forgetRecording(id)
}

/** Whatever is there becomes a file like any other. */
export async function save(): Promise<void> {
  const now = recorded.get()
  if (!now || now.state === 'saving') return
  recorded.set({ ...now, state: 'saving' })
  const made = making
  if (made) {
    await stopped(made)
    await send(made, made.parts, made.secret)
    made.release()
  } else if (left) await send(left, await partsOf(left.id), false)
  making = undefined
  left = undefined
  recorded.set(undefined)
}

export async function discard(): Promise<void> {
  const made = making
  recorded.set(undefined)
  making = undefined
  if (made) {
    await stopped(made)
    made.release()
  }
  const id = made?.id ?? left?.id
  left = undefined
  if (id) await forgetRecording(id)
}

/** What a tab that has gone was recording. */
export async function recall(): Promise<void> {
  const owner = session.get()?.user?.id ?? ''
  for (const begun of await begunBy(owner)) {
    if (recorded.get() || (await isLocked(begun.id))) continue
    const { length } = await partsOf(begun.id)
    if (length === 0) void forgetRecording(begun.id)
    else {
      left = begun
      recorded.set({ state: 'found', seconds: length })
    }
  }
}
