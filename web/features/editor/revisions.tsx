import { ArchiveRestore, Download, GitCompare } from 'lucide-react'
import { post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { FileObject } from '../../api/shapes.ts'
import { follow, showError } from '../../files/change.ts'
import { adoptFile } from '../../files/files.ts'
import { formatMoment, formatSize } from '../../lib/format.ts'
import { IconButton } from '../../ui/button.tsx'
import { Badge, Failed } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Revision, useRevisions } from './load.ts'
import { editorWords } from './words.ts'

interface RevisionsProps {
  file: Pick<FileObject, 'id' | 'filename' | 'created_at'>
  onCompare?: (revision: Revision) => void
  onRestored?: (file: FileObject) => void
}

/** A version is kept when the next one takes its place: it was made when the one before it was kept. */
const madeAt = (revision: Revision, before: Revision | undefined, file: Pick<FileObject, 'created_at'>) => {
  const made = revision.version === 1 ? file.created_at : before?.created_at
  return made && formatMoment(made)
}

/** What the file was before each change; each can be looked at and brought back. */
export function Revisions({ file, onCompare, onRestored }: RevisionsProps) {
  const t = editorWords.use()
  const { data, error, refetch } = useRevisions(file.id)
  const restore = async (revision: Revision) => {
    try {
      const changed = await post(`/v1/objects/${file.id}/revisions/${revision.id}/restore`)
      adoptFile(changed)
      void client.invalidateQueries({ queryKey: ['revisions', file.id] })
      toast(t.restored(revision.version))
      onRestored?.(changed)
    } catch (caught) {
      showError(caught)
    }
  }
  if (error) return <Failed compact error={error} onRetry={() => void refetch()} />
  if (data?.length === 0) return <p className="text-sm text-ink-soft">{t.noRevisions}</p>
  return (
    <ul className="flex flex-col">
      {data?.map((revision, at) => (
        <li key={revision.id} className="flex items-center gap-1 border-b border-line py-1.5 text-sm last:border-0">
          <div className="min-w-0 flex-1">
            <p className="flex items-center gap-2 font-medium">
              {t.version(revision.version)}
              {revision.is_current && <Badge>{t.current}</Badge>}
            </p>
            <p className="figures text-xs text-ink-faint">
              {[madeAt(revision, data[at + 1], file), formatSize(revision.size)].filter(Boolean).join(', ')}
            </p>
          </div>
          {onCompare && (
            <IconButton
              icon={GitCompare}
              small
              plain
              label={t.compare(revision.version)}
              onClick={() => onCompare(revision)}
            />
          )}
          <IconButton
            icon={Download}
            small
            plain
            label={t.download(revision.version)}
            onClick={() => follow(`/v1/objects/${file.id}/revisions/${revision.id}/content`, revision.filename)}
          />
          {!revision.is_current && (
            <IconButton
              icon={ArchiveRestore}
              small
              plain
              label={t.restore(revision.version)}
              onClick={() => void restore(revision)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
