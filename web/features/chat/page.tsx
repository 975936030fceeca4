import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { MessagesSquare, PanelLeft, X } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { get } from '../../api/call.ts'
import { useFile } from '../../files/files.ts'
import { lazily } from '../../lib/lazily.ts'
import { useMedia } from '../../lib/media.ts'
import { IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Failed } from '../../ui/states.tsx'
import { useKeeping } from '../offline/index.ts'
import { loadContent } from '../viewer/index.ts'
import type { ChatSearch } from './address.ts'
import { type ChatScope, Composer } from './composer.tsx'
import { useConversation, type Who } from './conversation.ts'
import { Sessions } from './sessions.tsx'
import { Trace } from './trace.tsx'
import { chatWords } from './words.ts'

/** The AI SDK's client is as large as a third of the page: it comes when something is written, or read again. */
const loadFollow = () => import('./follow.tsx')
const Follow = lazily(loadFollow)
/** So does what shows an answer and the file that it rests on. */
const loadTurn = () => import('./turn.tsx')
const TurnView = lazily(loadTurn)
const Content = lazily(loadContent)

/** A conversation; the file that an answer rests on opens beside it. */
export function ChatPage() {
  const t = chatWords.use()
  const search = useSearch({ strict: false }) as ChatSearch
  const navigate = useNavigate()
  const roomy = useMedia('(min-width: 1024px)')
  const wide = useMedia('(min-width: 1280px)')
  const [scope, setScope] = useState<ChatScope[]>([])
  const [role, setRole] = useState<string>()
  const [list, setList] = useState(false)
  const change = (next: Partial<ChatSearch>, replace = false) =>
    void navigate({ to: '.', search: (now: ChatSearch) => ({ ...now, ...next }), replace })
  const who = search.who ?? 'files'
  const talk = useConversation(who, search.session, session => change({ session }, true))
  const end = useRef<HTMLDivElement>(null)
  const last = talk.turns.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is new is in sight
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [last?.text, last?.key, last?.confirmations.length, last?.citations.length])
  const catalog = useQuery({ queryKey: ['roles'], queryFn: ({ signal }) => get('/v1/agent/catalog', signal) })
  const [explained, explain] = useState<{ session: string; turn: number }>()
  const send = (query: string) => {
    if (search.q) change({ q: undefined }, true)
    talk.ask({ query, scope, role })
    setScope(now => now.filter(each => each.kind !== 'attachment'))
  }
  const composer = (
    <Composer
      key={search.q}
      first={search.q}
      busy={talk.busy}
      scope={scope}
      onScope={setScope}
      onSend={send}
      onStop={talk.cancel}
    >
      <Segmented
        label={t.who}
        value={who}
        choices={[
          { value: 'files', text: t.files },
          { value: 'agent', text: t.agent },
        ]}
        onChange={next => change({ who: next === 'files' ? undefined : next, session: undefined })}
      />
      {who === 'agent' && catalog.data && catalog.data.items.length > 1 && (
        <select
          aria-label={t.role}
          value={role ?? catalog.data.active}
          onChange={event => setRole(event.target.value)}
          className="touchable h-8 max-w-full truncate rounded bg-transparent px-1 text-sm text-ink-soft hover:bg-hover"
        >
          {catalog.data.items.map(each => (
            <option key={each.slug} value={each.slug}>
              {each.name}
            </option>
          ))}
        </select>
      )}
    </Composer>
  )
  const leave = () => change({ session: undefined })
  return (
    <div className="flex h-full">
      {wide && (
        <aside aria-label={t.sessions} className="w-60 shrink-0 overflow-y-auto border-r border-line">
          <Sessions current={search.session} onRemoved={leave} />
        </aside>
      )}
      <main className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-12 shrink-0 items-center gap-2 px-4">
          {!wide && <IconButton icon={PanelLeft} label={t.sessions} onClick={() => setList(true)} />}
          <h1 className="text-lg font-semibold">{t.title}</h1>
        </header>
        <div className="min-h-0 flex-1 overflow-auto">
          {talk.error ? (
            <Failed error={talk.error} />
          ) : talk.turns.length === 0 ? (
            <Beginning who={who} onAsk={send} />
          ) : (
            <div aria-live="polite" className="mx-auto flex max-w-3xl flex-col gap-8 px-4 pt-2 pb-6">
              <Suspense>
                {talk.turns.map((turn, index) => (
                  <TurnView
                    key={turn.key}
                    turn={turn}
                    onDecide={(id, yes) => talk.decide(turn, id, yes)}
                    onAgain={() => send(turn.query)}
                    onWhy={
                      who === 'files' && turn.sessionId
                        ? () => explain({ session: turn.sessionId!, turn: turn.n ?? index + 1 })
                        : undefined
                    }
                  />
                ))}
              </Suspense>
              <div ref={end} />
            </div>
          )}
        </div>
        <div
          className="mx-auto w-full max-w-3xl shrink-0 px-4 pb-4"
          onInput={() => void Promise.all([loadFollow(), loadTurn()])}
        >
          {composer}
        </div>
        <Suspense>
          {talk.followed.map(each => (
            <Follow key={each.turn.key} {...each} onTurn={talk.change} onEnd={talk.lookAround} />
          ))}
        </Suspense>
      </main>
      {roomy && search.file && (
        <Beside
          key={search.file}
          id={search.file}
          at={search.at}
          second={search.t}
          page={search.page}
          onClose={() => change({ file: undefined, at: undefined, t: undefined, page: undefined })}
        />
      )}
      {explained && <Trace {...explained} onClose={() => explain(undefined)} />}
      {list && (
        <Dialog title={t.sessions} side="left" onClose={() => setList(false)}>
          <div onClick={event => (event.target as Element).closest('a') && setList(false)}>
            <Sessions current={search.session} onRemoved={leave} />
          </div>
        </Dialog>
      )}
    </div>
  )
}

function Beginning({ who, onAsk }: { who: Who; onAsk: (text: string) => void }) {
  const t = chatWords.use()
  return (
    <div className="mx-auto flex h-full max-w-xl flex-col items-center justify-center gap-3 p-6 text-center">
      <MessagesSquare aria-hidden className="size-8 text-ink-faint" strokeWidth={1.25} />
      <h2 className="text-lg font-medium text-balance">{t.emptyTitle}</h2>
      <p className="text-base text-balance text-ink-soft">{t.emptyText}</p>
      <ul className="mt-2 flex flex-wrap justify-center gap-2">
        {t.examples[who].map(example => (
          <li key={example}>
            <button
              type="button"
              onClick={() => onAsk(example)}
              className="touchable rounded-full border border-line bg-surface px-3 py-1.5 text-sm hover:border-line-strong hover:bg-sunken"
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
      <Link to="/settings/$section" params={{ section: 'abilities' }} className="mt-2 text-sm text-ink-soft">
        {t.abilities}
      </Link>
    </div>
  )
}

interface BesideProps {
  id: string
  at: string | undefined
  second: number | undefined
  page: number | undefined
  onClose: () => void
}

function Beside({ id, at, second, page, onClose }: BesideProps) {
  const t = chatWords.use()
  const { data: file, error, refetch } = useFile(id)
  useKeeping(file)
  return (
    <aside
      aria-label={file?.filename ?? t.sources}
      className="flex w-[44%] shrink-0 flex-col border-l border-line bg-surface"
    >
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-3">
        <h2 className="min-w-0 flex-1 truncate text-base font-medium">{file?.filename}</h2>
        <IconButton icon={X} label={t.closeBeside} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1">
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {file && (
          <Suspense>
            <Content key={`${id}${at}`} file={file} base={`/v1/objects/${id}`} at={at} second={second} page={page} />
          </Suspense>
        )}
      </div>
    </aside>
  )
}
