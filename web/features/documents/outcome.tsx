import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { WorkProgress } from './progress.tsx'
import { documentWords } from './words.ts'
import type { DocumentWork } from './work.ts'

/** In place of the pages, until one goes on. */
export function Outcome({ work, onBack, children }: { work: DocumentWork; onBack: () => void; children?: ReactNode }) {
  const t = documentWords.use()
  const navigate = useNavigate()
  const [first] = work.state === 'done' ? work.made : []
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-4 p-6">
      <WorkProgress work={work} />
      {children}
      {work.state !== 'running' && (
        <div className="flex flex-wrap gap-2">
          {first && (
            <Button
              look="primary"
              onClick={() => void navigate({ to: '/objects/$object', params: { object: first.id } })}
            >
              {t.open}
            </Button>
          )}
          {first && (
            <Button
              onClick={() => {
                onBack()
                void navigate({ to: '/objects/$object/pages', params: { object: first.id } })
              }}
            >
              {t.goOn}
            </Button>
          )}
          <Button onClick={onBack}>{t.close}</Button>
        </div>
      )}
    </div>
  )
}
