import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History, Undo2 } from 'lucide-react'
import { get, post, query } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Schemas } from '../../api/openapi.ts'
import { showError } from '../../files/change.ts'
import { refreshListings, refreshTree } from '../../files/files.ts'
import { useFoldersById } from '../../files/tree.ts'
import { formatMoment } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Empty, Failed } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { enrichmentWords } from './words.ts'

type Change = Schemas['ChangeOut']

const useChanges = () =>
  useInfiniteQuery({
    queryKey: ['changes'],
    queryFn: ({ pageParam, signal }) => get(`/v1/changes${query({ limit: 50, cursor: pageParam })}`, signal),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor ?? undefined,
  })

async function undo(change: Change): Promise<void> {
  try {
    await post(`/v1/changes/${change.id}/undo`)
    toast(enrichmentWords.now().undoDone)
  } catch (error) {
    showError(error)
  }
  void client.invalidateQueries({ queryKey: ['changes'] })
  if (change.object_id) void client.invalidateQueries({ queryKey: ['file', change.object_id] })
  refreshListings()
  refreshTree()
}

/** Of one file, in its panel. */
export function FileChanges({ id }: { id: string }) {
  const changes = useChanges().data?.pages.flatMap(page => page.items) ?? []
  const own = changes.filter(change => change.object_id === id)
  if (own.length === 0) return null
  return <ChangeList changes={own} />
}

/** Everything that was changed for somebody, with a way back. */
export function ChangesPage() {
  const t = enrichmentWords.use()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useChanges()
  const changes = data?.pages.flatMap(page => page.items) ?? []
  return (
    <main className="h-full overflow-auto">
      <div className="mx-auto flex max-w-3xl flex-col gap-4 px-4 py-6 md:px-8">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">{t.changesTitle}</h1>
          <p className="mt-1 text-base text-ink-soft">{t.changesText}</p>
        </div>
        {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
        {data && changes.length === 0 && <Empty icon={History} title={t.changesEmpty} />}
        <ChangeList changes={changes} linked />
        {hasNextPage && (
          <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t.loadMore}
          </Button>
        )}
      </div>
    </main>
  )
}

const idOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const isInTrash = ({ field, after, undone_at }: Change) => field === 'trashed' && after === true && !undone_at

/** Of what a deed tells; in the panel of a file that file needs no name. */
const nameIn = ({ subject, field, after, name }: Change, linked = false): string | null =>
  typeof after === 'string' && field !== 'status' ? after : subject !== 'object' || linked ? name : null

function ChangeList({ changes, linked }: { changes: Change[]; linked?: boolean }) {
  const t = enrichmentWords.use()
  const folders = useFoldersById(
    changes
      .filter(({ field }) => field === 'collection_id')
      .flatMap(({ before, after }) => [idOf(before), idOf(after)]),
  )
  const said = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return t.nothing
    if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : t.nothing
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return folders.get(text)?.name ?? text
  }
  // What is done rather than set is told by its name alone, the closest name first.
  const deedOf = ({ subject, field, after }: Change) =>
    t.deeds[`${subject} ${field} ${after}`] ?? t.deeds[`${subject} ${field}`] ?? t.deeds[subject]
  return (
    <ul aria-label={t.changes} className="flex flex-col">
      {changes.map(change => (
        <li key={change.id} className="flex flex-col gap-1 border-b border-line py-2.5 text-sm last:border-0">
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {deedOf(change) ? (
                <p>
                  <b className="font-medium">{deedOf(change)}</b>
                  {nameIn(change, linked) && `: ${nameIn(change, linked)}`}
                </p>
              ) : (
                <p>
                  <span className="text-ink-faint">{t.fields[change.field] ?? change.field}: </span>
                  <s className="text-ink-faint">{said(change.before)}</s> →{' '}
                  <b className="font-medium">{said(change.after)}</b>
                </p>
              )}
              {change.why && <p className="text-ink-soft">{change.why}</p>}
              <p className="figures text-xs text-ink-faint">
                {formatMoment(change.created_at)}, {t.by[change.by] ?? change.by}
                {linked && change.object_id && (
                  <>
                    {' · '}
                    {isInTrash(change) ? (
                      <Link to="/trash" className="text-accent-ink underline">
                        {t.showInTrash}
                      </Link>
                    ) : (
                      <Link
                        to="."
                        search={(now: object) => ({ ...now, file: change.object_id! })}
                        className="text-accent-ink underline"
                      >
                        {t.openFile}
                      </Link>
                    )}
                  </>
                )}
              </p>
            </div>
            {change.undone_at ? (
              <Badge>{t.undone}</Badge>
            ) : (
              <Button icon={Undo2} onClick={() => void undo(change)}>
                {t.undo}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
