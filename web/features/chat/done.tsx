import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isNotFound, post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { showError } from '../../files/change.ts'
import { useFile } from '../../files/files.ts'
import { Button } from '../../ui/button.tsx'
import type { ChatTurn } from './answer.ts'
import { chatWords } from './words.ts'

const distinct = (ids: (string | null | undefined)[]) => [...new Set(ids.filter(id => typeof id === 'string'))]

const look = 'touchable text-sm text-accent-ink underline'

/** What was put into the trash is found there only. */
function DoneFile({ id }: { id: string }) {
  const t = chatWords.use()
  const { error } = useFile(id)
  return isNotFound(error) ? (
    <Link to={'/trash' as string} className={look}>
      {t.showInTrash}
    </Link>
  ) : (
    <Link to="." search={(now: object) => ({ ...now, file: id })} className={look}>
      {t.openFile}
    </Link>
  )
}

/** Links to what was made or changed, and a way back. */
export function Done({ turn: { tools, status } }: { turn: ChatTurn }) {
  const t = chatWords.use()
  const [state, setState] = useState<'done' | 'undoing' | 'undone'>('done')
  const outcomes = tools.flatMap(({ outcome }) => (outcome?.change_ids?.length ? [outcome] : []))
  if (outcomes.length === 0 || status === 'streaming') return null
  const undo = async () => {
    setState('undoing')
    try {
      // The last change first: a folder is empty again when its files are back.
      for (const id of outcomes.flatMap(({ change_ids }) => change_ids!).reverse()) await post(`/v1/changes/${id}/undo`)
      setState('undone')
    } catch (error) {
      showError(error)
      setState('done')
    }
    for (const changed of ['agenda', 'tasks', 'changes', 'files', 'folders', 'themes', 'memory'])
      void client.invalidateQueries({ queryKey: [changed] })
  }
  if (state === 'undone') return <p className="text-sm text-ink-faint">{t.undone}</p>
  return (
    <div className="flex flex-wrap items-center gap-3">
      {distinct(outcomes.map(({ collection_id }) => collection_id)).map(id => (
        <Link key={id} to={`/folders/${id}` as string} className={look}>
          {t.openFolder}
        </Link>
      ))}
      {distinct(outcomes.map(({ object_id }) => object_id))
        .slice(0, 3)
        .map(id => (
          <DoneFile key={id} id={id} />
        ))}
      {outcomes.some(({ event_id }) => event_id) && (
        <Link to={'/calendar' as string} className={look}>
          {t.openCalendar}
        </Link>
      )}
      <Button busy={state === 'undoing'} onClick={() => void undo()}>
        {t.undo}
      </Button>
    </div>
  )
}
