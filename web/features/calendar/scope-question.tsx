import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { uiWords } from '../../ui/words.ts'
import type { EventScope } from './form.ts'
import { calendarWords } from './words.ts'

const SCOPES = ['one', 'following', 'all'] as const

interface Asked {
  what: 'save' | 'delete'
  label: string
  without?: EventScope
  onChoose: (scope: EventScope) => void
  onClose: () => void
}

/** This one, this and the later ones, or all: the smallest is chosen until somebody chooses another. */
export function ScopeQuestion({ what, label, without, onChoose, onClose }: Asked) {
  const t = calendarWords.use()
  const u = uiWords.use()
  const name = useId()
  const offered = SCOPES.filter(scope => scope !== without)
  const [chosen, choose] = useState<EventScope>(offered[0]!)
  return (
    <Dialog
      title={what === 'save' ? t.scopeSave : t.scopeDelete}
      text={label && t.scopeText(label)}
      onClose={onClose}
      onSubmit={() => onChoose(chosen)}
      actions={
        <>
          <Button onClick={onClose}>{u.cancel}</Button>
          <Button type="submit" look={what === 'save' ? 'primary' : 'wrong'}>
            {what === 'save' ? t.apply : t.delete}
          </Button>
        </>
      }
    >
      <div role="radiogroup" aria-label={what === 'save' ? t.scopeSave : t.scopeDelete} className="flex flex-col">
        {offered.map(scope => (
          <label key={scope} className="touchable flex h-10 items-center gap-3 rounded px-2 text-base hover:bg-hover">
            <input
              type="radio"
              name={name}
              checked={chosen === scope}
              onChange={() => choose(scope)}
              className="size-4 accent-(--accent)"
            />
            {t.scopes[scope]}
          </label>
        ))}
      </div>
    </Dialog>
  )
}
