import { Chat, useChat } from '@ai-sdk/react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../ui/states.tsx'
import { type ChatMessage, type ChatTurn, turnOf } from './answer.ts'
import { streamOf } from './stream.ts'

/**
 * Follows one turn with the client of the AI SDK: its question, its stream, the decisions about its calls. The service
 * keeps the conversation, so each turn is a chat of its own, and several can be read again at once. Loaded with the
 * first question.
 */

export type FollowedQuestion = (signal?: AbortSignal) => Promise<Response>

export interface Followed {
  turn: ChatTurn
  /** Puts the question, or reads the stream of a run that is known from its beginning. */
  ask: FollowedQuestion
  isAgain: boolean
  /** Sends the decisions of the user; the answer goes on from there. */
  goOn?: FollowedQuestion
  isStopped: boolean
}

interface FollowProps extends Followed {
  onTurn: (key: string, how: (turn: ChatTurn) => ChatTurn) => void
  /** The service has fallen silent: the answer is whole, waits, or broke off. */
  onEnd: () => void
}

export default function Follow({ turn, ask, isAgain, goOn, isStopped, onTurn, onEnd }: FollowProps) {
  const now = useRef({ ask, goOn, onTurn, onEnd })
  now.current = { ask, goOn, onTurn, onEnd }
  const [chat] = useState(
    () =>
      new Chat<ChatMessage>({
        id: turn.key,
        messages: isAgain ? [{ id: `${turn.key}?`, role: 'user', parts: [{ type: 'text', text: turn.query }] }] : [],
        transport: {
          sendMessages: async ({ abortSignal }) => streamOf(await (now.current.goOn ?? now.current.ask)(abortSignal)),
          reconnectToStream: async ({ abortSignal }) => streamOf(await now.current.ask(abortSignal)),
        },
      }),
  )
  const { messages, status, error, sendMessage, resumeStream, stop } = useChat({ chat })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn begins once
  useEffect(() => {
    void (isAgain ? resumeStream() : sendMessage({ text: turn.query }))
    return () => void chat.stop()
  }, [chat])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another decision is the reason to go on
  useEffect(() => {
    if (goOn) void sendMessage()
  }, [goOn])
  useEffect(() => {
    if (isStopped) void stop()
  }, [isStopped, stop])
  const answer = messages.findLast(each => each.role === 'assistant')
  const busy = status === 'submitted' || status === 'streaming'
  const wasBusy = useRef(false)
  useEffect(() => {
    if (!busy && !wasBusy.current) return
    now.current.onTurn(turn.key, known => {
      const next = answer ? turnOf(known, answer) : known
      if (isStopped) return { ...next, status: 'cancelled' }
      if (error) return { ...next, status: 'failed', error: messageOf(error) }
      if (busy) return { ...next, status: 'streaming' }
      return next.status === 'streaming' ? { ...next, status: 'completed' } : next
    })
    if (wasBusy.current && !busy) now.current.onEnd()
    wasBusy.current = busy
  }, [turn.key, answer, busy, error, isStopped])
  return null
}
