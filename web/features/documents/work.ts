import { get, post, postForm } from '../../api/call.ts'
import type { Bodies, Schemas } from '../../api/openapi.ts'
import type { FileObject } from '../../api/shapes.ts'
import { refreshListings } from '../../files/files.ts'
import type { Step } from './edits.ts'
import type { Report } from './report.ts'
import { documentWords } from './words.ts'

/** What runs in the background for a file: begun, followed, and told of where it was begun. */

export type DocumentWork =
  | { state: 'running'; progress: number; waiting: boolean }
  | { state: 'done'; made: FileObject[]; before: FileObject | undefined; reports: Report[] }
  | { state: 'failed'; error: Error }

type TaskStatus = Schemas['TaskRecord']

const sleep = (ms: number) => new Promise(done => setTimeout(done, ms))

type StatusPath = `/v1/tasks-status/${string}` | `/v1/objects/${string}/${'pdf' | 'convert'}-status/${string}`

async function followed(path: StatusPath, onProgress: (status: TaskStatus) => void): Promise<TaskStatus> {
  for (let pause = 200; ; pause = Math.min(1500, pause * 1.4)) {
    const status = await get(path)
    onProgress(status)
    if (status.done && !status.ok) throw new Error(status.error || documentWords.now().failed)
    if (status.done) return status
    await sleep(pause)
  }
}

type OnProgress = (work: DocumentWork) => void

const running = (onProgress: OnProgress) => (status: TaskStatus) =>
  onProgress({ state: 'running', progress: status.progress, waiting: status.state === 'PENDING' })

async function finished(
  onProgress: OnProgress,
  ids: string[],
  before: string | undefined,
  reports: (Report | null)[],
): Promise<void> {
  const [made, source] = await Promise.all([
    Promise.all(ids.map(id => get(`/v1/objects/${id}`))),
    before ? get(`/v1/objects/${before}`) : undefined,
  ])
  refreshListings()
  onProgress({ state: 'done', made, before: source, reports: reports.filter(report => report !== null) })
}

async function guarded(onProgress: OnProgress, work: () => Promise<void>): Promise<void> {
  onProgress({ state: 'running', progress: 0, waiting: true })
  try {
    await work()
  } catch (error) {
    onProgress({ state: 'failed', error: error as Error })
  }
}

export const runStep = (id: string, { op, body }: Step, onProgress: OnProgress): Promise<void> =>
  guarded(onProgress, async () => {
    const { task_id } = await post(`/v1/objects/${id}/pdf/${op}`, body)
    const { object_ids, report } = await followed(`/v1/objects/${id}/pdf-status/${task_id}`, running(onProgress))
    await finished(onProgress, object_ids, id, [report])
  })

interface SigningOrder {
  certificate: File
  password: string
  reason: string
  replace: boolean
}

export const runSigning = (
  id: string,
  { certificate, ...fields }: SigningOrder,
  onProgress: OnProgress,
): Promise<void> =>
  guarded(onProgress, async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
    form.append('certificate', certificate, certificate.name)
    const { task_id } = await postForm(`/v1/objects/${id}/pdf/sign`, form)
    const { object_ids, report } = await followed(`/v1/objects/${id}/pdf-status/${task_id}`, running(onProgress))
    await finished(onProgress, object_ids, id, [report])
  })

type Conversion = Bodies['POST /v1/objects/{object_id}/convert']

export const runConversion = (id: string, conversion: Conversion, onProgress: OnProgress): Promise<void> =>
  guarded(onProgress, async () => {
    const { task_id } = await post(`/v1/objects/${id}/convert`, conversion)
    const { object_ids, report } = await followed(`/v1/objects/${id}/convert-status/${task_id}`, running(onProgress))
    await finished(onProgress, object_ids, id, [report])
  })

type Assembly = Bodies['POST /v1/objects/assemble']

export const runAssembly = (body: Assembly, onProgress: OnProgress): Promise<void> =>
  guarded(onProgress, async () => {
    const { task_id, skipped } = await post('/v1/objects/assemble', body)
    const { object_ids, report } = await followed(`/v1/tasks-status/${task_id}`, running(onProgress))
    // Some turn out to be no pages only when they are opened.
    const opened = report && 'skipped' in report && Array.isArray(report.skipped) ? report.skipped : []
    await finished(onProgress, object_ids, undefined, [
      { ...report, skipped: [...skipped.map(id => ({ id })), ...opened] },
    ])
  })
