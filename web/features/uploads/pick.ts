import { uploadTarget } from './target.ts'

/** The browser's own choosers. What comes of them is loaded only now. */
function choose(folder: boolean): Promise<File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.webkitdirectory = folder
  return new Promise(done => {
    input.addEventListener('change', () => done([...(input.files ?? [])]))
    input.addEventListener('cancel', () => done([]))
    input.click()
  })
}

export async function pickFiles(): Promise<void> {
  const files = await choose(false)
  if (files.length === 0) return
  const { enqueue } = await import('./queue.ts')
  enqueue(
    files.map(file => ({ file })),
    uploadTarget.get(),
  )
}

export async function pickFolder(): Promise<void> {
  const files = await choose(true)
  if (files.length === 0) return
  const { enqueue } = await import('./queue.ts')
  enqueue(
    files.map(file => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1) })),
    uploadTarget.get(),
  )
}
