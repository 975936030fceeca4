import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import type { Actor, Context } from '../../context.ts'
import { AppError, InvalidInput } from '../../lib/errors.ts'
import type { AskPart } from '../../lib/ui-parts.ts'
import { textParts, UI_STREAM_END, uiEvent } from '../../lib/ui-stream.ts'
import type { AskRequest, Stage } from './ask.ts'
import { askGiven } from './given.ts'

const HEARTBEAT_MS = 10_000

/**
 * The same answer, told as it comes about: what is being done, then the text once every sentence of it has been checked, then
 * its citations. Refusals that come before the search are ordinary answers; later ones are an `error` part.
 */
export function askStream(context: Context, actor: Actor, request: AskRequest, caller: AbortSignal): Promise<Readable> {
  const stream = new Readable({ read() {} })
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  caller.addEventListener('abort', leave)
  stream.once('close', leave)
  let events = 0
  const send = (part: AskPart) => stream.push(uiEvent(events++, part))
  const beat = setInterval(() => stream.push(': still here\n\n'), HEARTBEAT_MS)
  const sessionId = request.session_id ?? uuidv7()
  let begun = false

  return new Promise((resolve, reject) => {
    const begin = () => {
      if (begun) return
      begun = true
      send({ type: 'start', messageId: uuidv7(), messageMetadata: { run_id: null, session_id: sessionId } })
      resolve(stream)
    }
    const onStage = (stage: Stage) => {
      begin()
      send({ type: 'data-status', data: { stage }, transient: true })
    }
    askGiven(
      context,
      actor,
      { ...request, session_id: sessionId },
      { signal: leaving.signal, onStage, fresh: !request.session_id },
    )
      .then(answer => {
        begin()
        for (const part of textParts('answer', answer.answer)) send(part)
        for (const citation of answer.citations) send({ type: 'data-citation', data: citation })
        for (const { url, title } of answer.web_sources) send({ type: 'source-url', sourceId: url, url, title })
        const { answer: _answer, citations: _citations, ...rest } = answer
        send({ type: 'finish', messageMetadata: { status: 'completed', ...rest } })
        stream.push(UI_STREAM_END)
        stream.push(null)
      })
      .catch((error: unknown) => {
        if (!begun) return reject(error)
        send({ type: 'error', errorText: wordsOf(error, actor) })
        send({ type: 'finish', messageMetadata: { status: 'failed', cost_rub: 0, session_id: sessionId } })
        stream.push(UI_STREAM_END)
        stream.push(null)
        if (!(error instanceof AppError)) context.log.error({ err: error }, 'an answer could not be streamed')
      })
      .finally(() => {
        clearInterval(beat)
        caller.removeEventListener('abort', leave)
      })
  })
}

function wordsOf(error: unknown, { language }: Actor): string {
  if (error instanceof AppError) return error.words[language]
  if (error instanceof InvalidInput) return error.complaints[0]?.words?.[language] ?? 'invalid input'
  return language === 'ru'
    ? 'Что-то сломалось у нас. Повторите позже.'
    : 'Something broke on our side. Try again later.'
}
