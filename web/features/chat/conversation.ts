import { useEffect, useRef, useState } from 'react'
import { get, post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { messageOf } from '../../ui/states.tsx'
import { isUnlocked } from '../hidden/zone.ts'
import { lookAgainSoon } from '../offline/kept.ts'
import { type Citation, newTurn, reduced, type Turn } from './answer.ts'
import type { Scope } from './composer.tsx'
import { chunksOf, streamed } from './stream.ts'

export type Who = 'files' | 'agent'

export interface Asking {
  query: string
  scope: Scope[]
  role: string | undefined
}

interface AgentSession {
  turns: { run_id: string; query: string; answer: string; status: string }[]
}

interface FilesSession {
  turns: { n: number; query: string; answer: string; citations: Citation[]; used_context: boolean; cost_rub: number }[]
}

const idsOf = (scope: Scope[], kind: Scope['kind']) => scope.filter(each => each.kind === kind).map(each => each.id)

/** The files may be asked about a hundred of them at a time; a folder is the newest of what lies in it. */
async function filesIn(scope: Scope[]): Promise<string[] | null> {
  const ids = [...idsOf(scope, 'file'), ...idsOf(scope, 'attachment')]
  for (const folder of idsOf(scope, 'folder')) {
    const path = `/v1/objects?collection_id=${folder}&limit=${MOST_FILES}`
    ids.push(...(await get<{ items: { id: string }[] }>(path)).items.map(({ id }) => id))
  }
  return scope.length > 0 ? [...new Set(ids)].slice(0, MOST_FILES) : null
}

async function askFiles({ query, scope }: Asking, session: string | undefined, signal: AbortSignal) {
  const body = {
    query,
    object_ids: await filesIn(scope),
    include_hidden: isUnlocked(),
    ...(session ? { session_id: session } : {}),
  }
  return streamed('POST', '/v1/ask?stream=true', body, signal)
}

function askAgent({ query, scope, role }: Asking, session: string | undefined, signal: AbortSignal) {
  const body = {
    query,
    agent_slug: role,
    collection_id: idsOf(scope, 'folder')[0],
    scope_object_ids: idsOf(scope, 'file'),
    attachment_ids: idsOf(scope, 'attachment'),
    session_id: session ?? null,
  }
  return streamed('POST', '/v1/agent/chat', body, signal)
}

const MOST_FILES = 100
const IDLE = new Set(['completed', 'failed', 'cancelled'])

/** A conversation: asked, followed as it answers, and found again after a reload. */
export function useConversation(who: Who, sessionId: string | undefined, onSession: (id: string) => void) {
  const [turns, setTurns] = useState<Turn[]>([])
  const [error, setError] = useState<unknown>()
  const shown = useRef<string>(undefined)
  const stop = useRef<AbortController>(undefined)
  const told = useRef(onSession)
  told.current = onSession

  const change = (key: string, how: (turn: Turn) => Turn) =>
    setTurns(now => now.map(turn => (turn.key === key ? how(turn) : turn)))

  const follow = async (key: string, ask: (signal: AbortSignal) => Promise<Response>, fresh = false) => {
    const abort = new AbortController()
    stop.current = abort
    try {
      const response = await ask(abort.signal)
      if (fresh) change(key, turn => ({ ...newTurn(key, turn.query), runId: turn.runId, sessionId: turn.sessionId }))
      for await (const chunk of chunksOf(response)) {
        change(key, turn => reduced(turn, chunk))
        const id = (chunk.messageMetadata as { session_id?: string } | undefined)?.session_id
        if (id && id !== shown.current) {
          shown.current = id
          told.current(id)
        }
      }
      change(key, turn => (turn.status === 'streaming' ? { ...turn, status: 'completed' } : turn))
    } catch (caught) {
      change(key, turn =>
        abort.signal.aborted
          ? { ...turn, status: 'cancelled' }
          : { ...turn, status: 'failed', error: messageOf(caught) },
      )
    }
    // The assistant may have hidden or changed what was kept for reading.
    lookAgainSoon()
    void client.invalidateQueries({ queryKey: ['chats'] })
    for (const changed of ['agenda', 'tasks', 'changes', 'files', 'folders', 'themes'])
      void client.invalidateQueries({ queryKey: [changed] })
  }

  const ask = (asked: Asking) => {
    const key = crypto.randomUUID()
    setTurns(now => [...now, newTurn(key, asked.query)])
    const put = who === 'files' ? askFiles : askAgent
    void follow(key, signal => put(asked, shown.current, signal))
  }

  const decide = (turn: Turn, toolCallId: string, confirmed: boolean) => {
    const decided = turn.confirmations.map(each =>
      each.tool_call_id === toolCallId ? { ...each, decided: confirmed } : each,
    )
    change(turn.key, now => ({ ...now, confirmations: decided }))
    // The service goes on once everything that it asked is answered.
    if (decided.some(each => each.decided === undefined)) return
    change(turn.key, now => ({ ...now, status: 'streaming' }))
    const decisions = decided.map(each => ({ tool_call_id: each.tool_call_id, confirmed: each.decided! }))
    const body = { run_id: turn.runId, session_id: turn.sessionId, decisions }
    void follow(turn.key, signal => streamed('POST', '/v1/agent/continue', body, signal))
  }

  const cancel = () => {
    const last = turns.at(-1)
    stop.current?.abort()
    if (last?.runId) void post(`/v1/agent/runs/${last.runId}/cancel`).catch(() => {})
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is another beginning
  useEffect(() => {
    if (sessionId === shown.current) return
    stop.current?.abort()
    shown.current = sessionId
    setTurns([])
    setError(undefined)
    if (!sessionId) return
    const load = who === 'files' ? filesTurns : agentTurns
    load(sessionId).then(loaded => {
      if (shown.current !== sessionId) return
      setTurns(loaded)
      // The passages, and what waits for a yes, are in the streams of the agent: they are read again.
      for (const { runId } of loaded.slice(-10))
        if (runId)
          void follow(runId, signal => streamed('GET', `/v1/agent/runs/${runId}/stream`, undefined, signal), true)
    }, setError)
  }, [sessionId])
  useEffect(() => () => stop.current?.abort(), [])

  return { turns, error, ask, decide, cancel, busy: turns.some(turn => turn.status === 'streaming') }
}

async function agentTurns(sessionId: string): Promise<Turn[]> {
  const { turns } = await get<AgentSession>(`/v1/agent/sessions/${sessionId}`)
  return turns.map(turn => ({
    ...newTurn(turn.run_id, turn.query),
    text: turn.answer,
    status: IDLE.has(turn.status) ? 'completed' : 'streaming',
    runId: turn.run_id,
    sessionId,
  }))
}

async function filesTurns(sessionId: string): Promise<Turn[]> {
  const { turns } = await get<FilesSession>(`/v1/ask/sessions/${sessionId}`)
  return turns.map(turn => ({
    ...newTurn(`${sessionId}${turn.n}`, turn.query),
    text: turn.answer,
    status: 'completed',
    citations: turn.citations,
    usedContext: turn.used_context,
    cost: turn.cost_rub,
    n: turn.n,
    sessionId,
  }))
}
