import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { get } from '../../api/call.ts'
import { cx } from '../../lib/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge, Failed } from '../../ui/states.tsx'
import { chatWords } from './words.ts'

interface TraceProps {
  session: string
  turn: number
  onClose: () => void
}

/** What was found, what was used, and which sentences were dropped because nothing proved them. */
export function Trace({ session, turn, onClose }: TraceProps) {
  const t = chatWords.use()
  const { data, error, refetch } = useQuery({
    queryKey: ['trace', session, turn],
    queryFn: ({ signal }) => get(`/v1/ask/sessions/${session}/turns/${turn}/trace`, signal),
  })
  return (
    <Dialog title={t.whyTitle} wide onClose={onClose}>
      {error && <Failed compact error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className="flex flex-col gap-4 pb-3 text-sm">
          {data.asked && (
            <p>
              <span className="text-ink-faint">{t.whyAsked}: </span>
              {data.asked}
            </p>
          )}
          {data.notes.map(note => (
            <p key={note} className="text-ink-soft">
              {t.reasons[note] ?? note}
            </p>
          ))}
          <section>
            <h3 className="mb-1 font-medium">{t.whyFound}</h3>
            <ul className="flex flex-col gap-1">
              {data.retrieved.map(each => (
                <li
                  key={`${each.object_id}${each.ord}`}
                  className={cx('flex items-start gap-2', !each.kept && 'text-ink-soft')}
                >
                  <Badge look={each.kept ? 'good' : 'plain'}>{each.kept ? t.whyKept : t.whyLeft}</Badge>
                  <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                    <Link
                      to="."
                      search={(now: object) => ({
                        ...now,
                        file: each.object_id,
                        at: `${each.char_start}-${each.char_end}`,
                        t: undefined,
                      })}
                      onClick={onClose}
                      className="text-accent-ink underline"
                    >
                      {each.filename}
                    </Link>
                    {each.why && `: ${t.reasons[each.why] ?? each.why}`}
                  </span>
                </li>
              ))}
            </ul>
          </section>
          {data.dropped.length > 0 && (
            <section>
              <h3 className="mb-1 font-medium">{t.whyDropped}</h3>
              <ul className="flex flex-col gap-1">
                {data.dropped.map(each => (
                  <li key={each.text} className="[overflow-wrap:anywhere]">
                    <s className="text-ink-soft">{each.text}</s> {t.reasons[each.why] ?? each.why}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </Dialog>
  )
}
