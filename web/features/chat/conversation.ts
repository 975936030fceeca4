import { useCallback, useEffect, useRef, useState } from 'react'
import { get, post } from '../../api/call.ts'
import { client } from '../../api/client.ts'
import { isUnlocked } from '../../files/zone.ts'
import { lookAgainSoon } from '../offline/index.ts'
import { type ChatTurn, groundsOf, newTurn } from './answer.ts'
import type { ChatScope } from './composer.tsx'
import type { Followed, FollowedQuestion } from './follow.tsx'
import { streamed } from './stream.ts'

export type Who = 'files' | 'agent'

export interface ChatAsking {
  query: string
  scope: ChatScope[]
  role: string | undefined
}

const idsOf = (scope: ChatScope[], kind: ChatScope['kind']) =>
  scope.filter(each => each.kind === kind).map(each => each.id)

/** The files may be asked about a hundred of them at a time; a folder is the newest of what lies in it. */
async function filesIn(scope: ChatScope[]): Promise<string[] | null> {
  const ids = [...idsOf(scope, 'file'), ...idsOf(scope, 'attachment')]
  for (const folder of idsOf(scope, 'folder')) {
    const path = `/v1/objects?collection_id=${folder}&limit=${MOST_FILES}` as const
    ids.push(...(await get(path)).items.map(({ id }) => id))
  }
  return scope.length > 0 ? [...new Set(ids)].slice(0, MOST_FILES) : null
}

async function askFiles({ query, scope }: ChatAsking, session: string | undefined, signal?: AbortSignal) {
  const body = {
    query,
    object_ids: await filesIn(scope),
    include_hidden: isUnlocked(),
    ...(session ? { session_id: session } : {}),
  }
  return streamed('POST', '/v1/ask?stream=true', body, signal)
}

function askAgent({ query, scope, role }: ChatAsking, session: string | undefined, signal?: AbortSignal) {
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

/** The assistant may have hidden or changed what was kept for reading, or is shown elsewhere. */
function lookAround(): void {
  lookAgainSoon()
  for (const changed of ['chats', 'agenda', 'tasks', 'changes', 'files', 'folders', 'themes'])
    void client.invalidateQueries({ queryKey: [changed] })
}

/** A conversation: asked, followed as it answers, and found again after a reload. */
export function useConversation(who: Who, sessionId: string | undefined, onSession: (id: string) => void) {
  const [turns, setTurns] = useState<ChatTurn[]>([])
  const [followed, setFollowed] = useState<Followed[]>([])
  const [error, setError] = useState<unknown>()
  const shown = useRef<string>(undefined)
  const onSessionRef = useRef(onSession)
  onSessionRef.current = onSession

  const change = useCallback(
    (key: string, how: (turn: ChatTurn) => ChatTurn) =>
      setTurns(now => now.map(turn => (turn.key === key ? how(turn) : turn))),
    [],
  )
  const follow = (turn: ChatTurn, ask: FollowedQuestion, isAgain: boolean) =>
    setFollowed(now => [...now, { turn, ask, isAgain, isStopped: false }])
  const updateFollowed = (key: string, what: Partial<Followed>) =>
    setFollowed(now => now.map(each => (each.turn.key === key ? { ...each, ...what } : each)))

  const ask = (asked: ChatAsking) => {
    const turn = newTurn(crypto.randomUUID(), asked.query)
    setTurns(now => [...now, turn])
    const put = who === 'files' ? askFiles : askAgent
    follow(turn, signal => put(asked, shown.current, signal), false)
  }

  const decide = (turn: ChatTurn, toolCallId: string, confirmed: boolean) => {
    const decided = turn.confirmations.map(each =>
      each.tool_call_id === toolCallId ? { ...each, decided: confirmed } : each,
    )
    change(turn.key, now => ({ ...now, confirmations: decided }))
    // The service goes on once everything that it asked is answered.
    if (decided.some(each => each.decided === undefined)) return
    change(turn.key, now => ({ ...now, status: 'streaming' }))
    const decisions = decided.map(each => ({ tool_call_id: each.tool_call_id, confirmed: each.decided! }))
    const body = { run_id: turn.runId, session_id: turn.sessionId, decisions }
    updateFollowed(turn.key, { goOn: signal => streamed('POST', '/v1/agent/continue', body, signal) })
  }

  const cancel = () => {
    const last = turns.at(-1)
    if (!last) return
    updateFollowed(last.key, { isStopped: true })
    if (last.runId) void post(`/v1/agent/runs/${last.runId}/cancel`).catch(() => {})
  }

  // A conversation has its name when its first answer begins.
  const named = turns.at(-1)?.sessionId
  useEffect(() => {
    if (!named || named === shown.current) return
    shown.current = named
    onSessionRef.current(named)
  }, [named])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is another beginning
  useEffect(() => {
    if (sessionId === shown.current) return
    shown.current = sessionId
    setTurns([])
    setFollowed([])
    setError(undefined)
    if (!sessionId) return
    const load = who === 'files' ? filesTurns : agentTurns
    load(sessionId).then(loaded => {
      if (shown.current !== sessionId) return
      setTurns(loaded)
      // The passages, and what waits for a yes, are in the streams of the agent: they are read again.
      for (const turn of loaded.slice(-10))
        if (turn.runId)
          follow(turn, signal => streamed('GET', `/v1/agent/runs/${turn.runId}/stream`, undefined, signal), true)
    }, setError)
  }, [sessionId])

  const busy = turns.some(turn => turn.status === 'streaming')
  return { turns, followed, error, ask, decide, cancel, change, lookAround, busy }
}

async function agentTurns(sessionId: string): Promise<ChatTurn[]> {
  const { turns } = await get(`/v1/agent/sessions/${sessionId}`)
  return turns.map(turn => ({
    ...newTurn(turn.run_id, turn.query),
    text: turn.answer,
    status: IDLE.has(turn.status) ? 'completed' : 'streaming',
    runId: turn.run_id,
    sessionId,
  }))
}

async function filesTurns(sessionId: string): Promise<ChatTurn[]> {
  const { turns } = await get(`/v1/ask/sessions/${sessionId}`)
  return turns.map(turn => ({
    ...newTurn(`${sessionId}${turn.n}`, turn.query),
    text: turn.answer,
    status: 'completed',
    citations: turn.citations,
    ...groundsOf(turn),
    cost: turn.cost_rub,
    n: turn.n,
    sessionId,
  }))
}
