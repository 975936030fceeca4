import { useState } from 'react'
import { request } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { FileObject } from '../../api/shapes.ts'
import { isOwn } from '../../files/given.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Notice } from '../../ui/states.tsx'
import { documentWords } from './words.ts'
import type { DocumentWork } from './work.ts'

/** After a redaction that is the next version: what was blacked out can still be read in those before. */
export function EarlierVersions({ file, work }: { file: FileObject; work: DocumentWork }) {
  const t = documentWords.use()
  const [state, setState] = useState<'there' | 'asked' | 'gone'>('there')
  const isRedacted = work.state === 'done' && work.reports.some(report => 'boxes' in report)
  if (!isRedacted || work.made[0]?.id !== file.id || !isOwn(file)) return null
  if (state === 'gone') return <p className="text-sm text-ink-soft">{t.earlierGone}</p>
  const remove = async () => {
    await request('DELETE', `/v1/objects/${file.id}/revisions`)
    void client.invalidateQueries({ queryKey: ['revisions', file.id] })
    setState('gone')
  }
  return (
    <Notice look="careful">
      <p className="mb-2">{t.earlierKept}</p>
      <Button onClick={() => setState('asked')}>{t.removeEarlier}</Button>
      {state === 'asked' && (
        <Confirm
          title={t.removeEarlierTitle}
          text={t.removeEarlierText}
          action={t.removeEarlierAction}
          run={remove}
          onClose={() => setState(now => (now === 'asked' ? 'there' : now))}
        />
      )}
    </Notice>
  )
}
