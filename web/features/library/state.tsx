import { CircleAlert, LoaderCircle } from 'lucide-react'
import type { ListedPages } from '../../files/files.ts'
import { libraryWords } from '../../files/words.ts'

export function State({ file }: { file: ListedPages }) {
  const t = libraryWords.use()
  if (file.status === 'ready') return null
  if (file.status === 'pending')
    return (
      <span className="flex min-w-0 items-center gap-1 text-xs text-ink-faint">
        <LoaderCircle aria-hidden className="size-3.5 shrink-0 animate-spin" />
        <span className="truncate">{t.statuses.pending}</span>
      </span>
    )
  return (
    <span title={file.error || t.readFailed} className="flex min-w-0 items-center gap-1 text-xs text-careful">
      <CircleAlert aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{t.statuses.failed}</span>
    </span>
  )
}
