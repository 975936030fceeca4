import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { askedWork } from '../../files/asked-work.ts'
import { formatNumber, formatSize } from '../../lib/format.ts'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Failed, Notice, Progress } from '../../ui/states.tsx'
import { type Report, sentencesOf } from './report.ts'
import { reportWords } from './report-words.ts'
import { documentWords } from './words.ts'
import type { DocumentWork } from './work.ts'

/** How it goes and what came of it, where it was begun. */
export function WorkProgress({ work, onRetry }: { work: DocumentWork; onRetry?: () => void }) {
  const t = documentWords.use()
  if (work.state === 'failed') return <Failed compact error={work.error} onRetry={onRetry} />
  if (work.state === 'running')
    return (
      <div role="status" className="flex flex-col gap-2 py-2">
        <p className="figures text-sm text-ink-soft">{work.waiting ? t.waiting : t.working}</p>
        <Progress label={t.working} value={work.progress} />
      </div>
    )
  return <Outcome work={work} />
}

function Outcome({ work }: { work: Extract<DocumentWork, { state: 'done' }> }) {
  const t = documentWords.use()
  const { made, before, reports } = work
  const after = made.reduce((sum, file) => sum + file.size, 0)
  const saved = before && made.length === 1 && before.size > 0 ? 1 - after / before.size : 0
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="flex items-center gap-2 text-base font-medium text-good">
        <CircleCheck aria-hidden className="size-4.5" /> {t.done}
      </p>
      <ul className="flex flex-col">
        {made.map(file => (
          <li key={file.id} className="flex min-w-0 items-center gap-2 py-1 text-base">
            <KindIcon kind={file.kind} />
            <Link
              to="/objects/$object"
              params={{ object: file.id }}
              onClick={() => askedWork.set(undefined)}
              className="min-w-0 flex-1 truncate text-accent-ink"
            >
              {file.filename}
            </Link>
            <span className="figures text-sm text-ink-faint">{formatSize(file.size)}</span>
          </li>
        ))}
      </ul>
      {before && made.length === 1 && (
        <p className="figures text-sm text-ink-soft">
          {t.sizes(formatSize(before.size), formatSize(after))}
          {saved > 0.005 && ` · ${t.smaller(`${formatNumber(saved * 100)} %`)}`}
        </p>
      )}
      <Reported reports={reports} />
    </div>
  )
}

/** What is not as it was stands out; the rest is there to be read. */
function Reported({ reports }: { reports: Report[] }) {
  const t = reportWords.use()
  const said = reports.flatMap(report => sentencesOf(report, t))
  const lost = said.filter(({ careful }) => careful)
  const facts = said.filter(({ careful }) => !careful)
  return (
    <>
      {lost.length > 0 && (
        <Notice look="careful">
          {lost.map(({ text }) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
      {facts.map(({ text }) => (
        <p key={text} className="text-sm text-ink-soft">
          {text}
        </p>
      ))}
    </>
  )
}
