import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { get, remove } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import type { Schemas } from '../../api/openapi.ts'
import { formatDate } from '../../lib/format.ts'
import { IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { chatWords } from './words.ts'

interface Session extends Pick<Schemas['AgentSessionOut'], 'id' | 'title' | 'updated_at'> {
  who: 'files' | 'agent'
}

/** Those with the files and those with the assistant, the newest first. */
async function allSessions(signal: AbortSignal): Promise<Session[]> {
  const [files, agent] = await Promise.all([
    get('/v1/ask/sessions?limit=100', signal),
    get('/v1/agent/sessions', signal).catch(() => ({ items: [] })),
  ])
  return [
    ...files.items.map(({ session_id, title, updated_at }) => ({
      id: session_id,
      who: 'files' as const,
      title,
      updated_at,
    })),
    ...agent.items.map(({ id, title, updated_at }) => ({ id, who: 'agent' as const, title, updated_at })),
  ].sort((a, b) => b.updated_at.localeCompare(a.updated_at))
}

/** The conversations, the newest first. */
export function Sessions({ current, onRemoved }: { current: string | undefined; onRemoved: () => void }) {
  const t = chatWords.use()
  const { data } = useQuery({
    queryKey: ['chats'],
    queryFn: ({ signal }) => allSessions(signal),
  })
  const [asked, setAsked] = useState<Session>()
  const drop = async ({ id, who }: Session) => {
    await remove(who === 'files' ? `/v1/ask/sessions/${id}` : `/v1/agent/sessions/${id}`)
    toast(t.removed)
    if (id === current) onRemoved()
    void client.invalidateQueries({ queryKey: ['chats'] })
  }
  return (
    <div className="flex flex-col gap-1 p-2">
      <Link
        to="/ask"
        search={{}}
        className="touchable flex h-8 items-center gap-2 rounded px-2 text-sm text-accent-ink no-underline hover:bg-hover"
      >
        <Plus aria-hidden className="size-4" /> {t.newChat}
      </Link>
      <ul className="flex flex-col gap-0.5">
        {data?.map(session => (
          <li key={session.id} className="group relative">
            <Link
              to="/ask"
              search={{ session: session.id, who: session.who === 'agent' ? 'agent' : undefined }}
              aria-current={session.id === current ? 'page' : undefined}
              className="touchable flex min-h-9 flex-col justify-center rounded py-1 pr-8 pl-2 text-sm no-underline hover:bg-hover aria-[current=page]:bg-press"
            >
              <span className="truncate">{session.title || t.newChat}</span>
              <span className="figures truncate text-xs text-ink-soft">
                {formatDate(session.updated_at)}, {session.who === 'files' ? t.files : t.agent}
              </span>
            </Link>
            <IconButton
              icon={Trash2}
              small
              plain
              label={t.removeSession(session.title)}
              onClick={() => setAsked(session)}
              className="absolute! top-1 right-0.5 opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
            />
          </li>
        ))}
        {data?.length === 0 && <li className="px-2 py-1 text-sm text-ink-faint">{t.noSessions}</li>}
      </ul>
      {asked && (
        <Confirm
          title={t.removeTitle}
          text={t.removeText(asked.title || t.newChat)}
          action={t.remove}
          run={() => drop(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}
