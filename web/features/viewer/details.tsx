import type { FileObject } from '../../api/shapes.ts'
import { isEditable } from '../../files/given.ts'
import { libraryWords } from '../../files/words.ts'
import { Notice } from '../../ui/states.tsx'
import { editorWords, Revisions } from '../editor/parts.ts'
import { EnrichmentPanel, FileChanges, Part } from '../enrichment/parts.ts'
import { Unlock } from './unlock.tsx'

/** Beside the file: what is known of it, and what was changed for its owner. */
export default function Details({ file }: { file: FileObject }) {
  const l = libraryWords.use()
  const e = editorWords.use()
  return (
    <div className="flex flex-col gap-4 p-4">
      {file.status === 'pending' && <Notice>{l.readingNow}</Notice>}
      {file.status === 'failed' && <Notice look="careful">{file.error || l.readFailed}</Notice>}
      {file.status === 'ready' && file.needs_manual && file.error && <Notice look="careful">{file.error}</Notice>}
      {file.status === 'ready' && file.needs_manual && <Unlock file={file} />}
      <EnrichmentPanel file={file} />
      <FileChanges id={file.id} />
      {file.version > 1 && isEditable(file) && (
        <Part name={e.revisions}>
          <Revisions file={file} />
        </Part>
      )}
    </div>
  )
}
