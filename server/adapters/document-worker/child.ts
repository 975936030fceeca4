import { DocumentRefused } from '../../ports/documents.ts'
import { serve } from '../pool/child.ts'

/** Lives in a process of its own, with bounded memory and no secrets: what goes wrong here goes wrong alone. */

/** Loaded when it is first asked for: most of what is done here needs little, and must not wait for the rest. */
function late<M extends object, K extends keyof M>(load: () => Promise<M>, name: K): M[K] {
  const task = async (...given: unknown[]) => ((await load())[name] as (...all: unknown[]) => unknown)(...given)
  return task as M[K]
}

const annotating = () => import('../pdf/annotate.ts')
const forming = () => import('../pdf/form.ts')
const stamping = () => import('../pdf/stamp.ts')
const laying = () => import('../pdf/lay.ts')
const outlining = () => import('../pdf/outline.ts')
const proving = () => import('../pdf/proof.ts')
const pruning = () => import('../pdf/prune.ts')
const marking = () => import('../pdf/watermark.ts')
const sparing = () => import('../pdf/spare.ts')
const painting = () => import('../pictures/pictures.ts')

const TASKS = {
  previewPicture: late(painting, 'previewPicture'),
  convertPicture: late(painting, 'convertPicture'),
  layPictures: late(laying, 'layPictures'),
  countPictures: late(laying, 'countPictures'),
  layWords: late(() => import('../pdf/layer.ts'), 'layWords'),
  outlineOf: late(outlining, 'outlineOf'),
  setOutline: late(outlining, 'setOutline'),
  formFields: late(forming, 'formFields'),
  fillForm: late(forming, 'fillForm'),
  numberPages: late(stamping, 'numberPages'),
  cropPages: late(stamping, 'cropPages'),
  findPlaces: late(() => import('../pdf/find.ts'), 'findPlaces'),
  compareLooks: late(() => import('../pdf/compare-looks.ts'), 'compareLooks'),
  compareWords: late(() => import('../pdf/compare.ts'), 'compareWords'),
  graftOutline: late(outlining, 'graftOutline'),
  pruneRemoved: late(pruning, 'pruneRemoved'),
  pruneQuickly: late(pruning, 'pruneQuickly'),
  addAnnotations: late(annotating, 'addAnnotations'),
  setProperties: late(annotating, 'setProperties'),
  pageSizes: late(marking, 'pageSizes'),
  watermarkPage: late(marking, 'watermarkPage'),
  shrinkPhotos: late(() => import('../pdf/shrink.ts'), 'shrinkPhotos'),
  burnPages: late(() => import('../pdf/burn.ts'), 'burnPages'),
  removeAside: late(() => import('../pdf/aside.ts'), 'removeAside'),
  removeText: late(() => import('../pdf/remove.ts'), 'removeText'),
  textUnder: late(proving, 'textUnder'),
  stringsRevealing: late(proving, 'stringsRevealing'),
  comparePictures: late(proving, 'comparePictures'),
  signPdf: late(() => import('../pdf/signing/sign.ts'), 'signPdf'),
  besideText: late(() => import('../pdf/notes.ts'), 'besideText'),
  writeDocx: late(() => import('../pdf/layout/convert.ts'), 'writeDocx'),
  writeSheets: late(() => import('./sheets.ts'), 'writeSheets'),
  writeHtmlPage: late(() => import('./html-page.ts'), 'writeHtmlPage'),
  drawFirstPage: late(() => import('./first-page.ts'), 'drawFirstPage'),
  isBlank: late(() => import('./blank.ts'), 'isBlank'),
  packFiles: late(() => import('./pack.ts'), 'packFiles'),
  spareFacts: late(sparing, 'spareFacts'),
  spareWork: late(sparing, 'spareWork'),
  weighPackage: late(() => import('./weigh.ts'), 'weighPackage'),
}

export type WorkerTask = keyof typeof TASKS
export type TaskInput<T extends WorkerTask> = Parameters<(typeof TASKS)[T]>[0]

const TOO_HEAVY = {
  code: 'too_heavy' as const,
  words: {
    en: 'The file is too heavy: working on it takes more time or memory than it may.',
    ru: 'Файл слишком тяжёлый: работа с ним занимает больше времени или памяти, чем можно.',
  },
}

export interface WorkerRequest {
  task: WorkerTask
  input: never
}

export type WorkerReply =
  | { value: unknown }
  | { failed: string; refused?: { code: DocumentRefused['code']; words: DocumentRefused['words'] } }

serve(async ({ task, input }: WorkerRequest, onProgress): Promise<WorkerReply> => {
  try {
    return { value: await TASKS[task](input, onProgress) }
  } catch (error) {
    // A tree so deep that it cannot be walked.
    if (error instanceof RangeError) return { failed: error.message, refused: TOO_HEAVY }
    const refused = error instanceof DocumentRefused ? { code: error.code, words: error.words } : undefined
    return { failed: (error as Error).message, refused }
  }
})
