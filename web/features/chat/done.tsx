import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { showError } from '../../files/change.ts'
import { Button } from '../../ui/button.tsx'
import type { ChatTurn } from './answer.ts'
import { chatWords } from './words.ts'

const distinct = (ids: (string | null | undefined)[]) => [...new Set(ids.filter(id => typeof id === 'string'))]

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
  const look = 'touchable text-sm text-accent-ink underline'
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
          <Link key={id} to="." search={(now: object) => ({ ...now, file: id })} className={look}>
            {t.openFile}
          </Link>
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
