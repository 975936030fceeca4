import { isHiddenFolder, uploadTarget } from './target.ts'

/** The browser's own choosers. What comes of them is loaded only now. */
function choose(what: 'files' | 'folder' | 'photo'): Promise<File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = what !== 'photo'
  input.webkitdirectory = what === 'folder'
  if (what === 'photo') {
    input.accept = 'image/*'
    // Browsers without a camera know no such property.
    input.setAttribute('capture', 'environment')
  }
  return new Promise(done => {
    input.addEventListener('change', () => done([...(input.files ?? [])]))
    input.addEventListener('cancel', () => done([]))
    input.click()
  })
}

/** Sends files on their way. The queue comes when there is something to send. */
export async function upload(
  files: File[],
  folderId: string | undefined,
  options: { recognise?: boolean; secret?: boolean } = {},
): Promise<void> {
  if (files.length === 0) return
  const secret = options.secret ?? isHiddenFolder(folderId)
  const { enqueue } = await import('./queue.ts')
  enqueue(
    files.map(file => ({ file, ...options, secret })),
    folderId,
  )
}

export const pickFiles = async (): Promise<void> => upload(await choose('files'), uploadTarget.get())

/** Straight from the camera. */
export const choosePhoto = async (): Promise<File | undefined> => (await choose('photo'))[0]

/** Every camera calls its picture the same: the name here says when it was taken. */
export async function pickPhoto(name: (when: Date) => string): Promise<void> {
  const photo = await choosePhoto()
  if (!photo) return
  const ending = /\.[a-z0-9]{2,5}$/i.exec(photo.name)?.[0] ?? '.jpg'
  const file = new File([photo], name(new Date()) + ending, { type: photo.type, lastModified: photo.lastModified })
  await upload([file], uploadTarget.get())
}

export async function pickFolder(): Promise<void> {
  const files = await choose('folder')
  if (files.length === 0) return
  const { enqueue } = await import('./queue.ts')
  enqueue(
    files.map(file => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1) })),
    uploadTarget.get(),
  )
}
