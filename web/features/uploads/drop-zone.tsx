import { Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { session } from '../../api/session.ts'
import { useFolder } from '../../files/tree.ts'
import { useStore } from '../../lib/store.ts'
import { isHiddenFolder, uploadTarget } from './target.ts'
import { uploadWords } from './words.ts'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** The whole page takes files from the desktop; folders keep their shape. */
export function DropZone() {
  const t = uploadWords.use()
  const target = useStore(uploadTarget)
  const folder = useFolder(target)
  const [over, setOver] = useState(false)
  useEffect(() => {
    let depth = 0
    const enter = (event: DragEvent) => {
      if (hasFiles(event)) setOver(++depth > 0)
    }
    const leave = (event: DragEvent) => {
      if (hasFiles(event)) setOver(--depth > 0)
    }
    const allow = (event: DragEvent) => hasFiles(event) && event.preventDefault()
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      depth = 0
      setOver(false)
      void take(event.dataTransfer)
    }
    const listeners = [
      ['dragenter', enter],
      ['dragleave', leave],
      ['dragover', allow],
      ['drop', drop],
    ] as const
    for (const [name, listener] of listeners) window.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of listeners) window.removeEventListener(name, listener)
    }
  }, [])
  if (!over) return null
  return (
    <div className="pointer-events-none fixed inset-3 z-40 flex animate-fade items-center justify-center rounded-lg border-2 border-dashed border-accent bg-ground/90">
      <p className="flex items-center gap-3 text-xl font-medium text-accent-ink">
        <Upload aria-hidden className="size-6" />
        {folder ? t.dropTo(folder.name) : t.drop}
      </p>
    </div>
  )
}

async function take(data: DataTransfer): Promise<void> {
  // The list is empty once this turn is over: the entries are taken before anything is awaited.
  const entries = [...data.items].flatMap(item => item.webkitGetAsEntry() ?? [])
  const folderId = uploadTarget.get()
  const secret = isHiddenFolder(folderId)
  const whose = session.get()?.user?.id
  const [{ walk }, { enqueue }] = await Promise.all([import('./walk.ts'), import('./queue.ts')])
  const found = await walk(entries)
  if (session.get()?.user?.id !== whose) return
  enqueue(
    found.map(each => ({ ...each, secret })),
    folderId,
  )
}
