import { describe, expect, test } from 'vitest'
import { type ChatMessage, groundsOf, newTurn, turnOf } from '../../../web/features/chat/answer.ts'

const citation = {
  object_id: 'a',
  ord: 0,
  index: 1,
  char_start: 3,
  char_end: 9,
  filename: 'a.txt',
  title: '',
  snippet: 'words',
}

const message = (parts: unknown[], metadata: unknown = {}) =>
  ({ id: 'm', role: 'assistant', parts, metadata }) as unknown as ChatMessage

describe('what an answer rests on', () => {
  test.each([
    [
      { used_context: true, model: '', confidence: 0.8 },
      { isFree: false, confidence: 0.8 },
    ],
    [
      { used_context: true, model: 'm', confidence: 0.2 },
      { isFree: false, confidence: 0.2 },
    ],
    // The files do not answer, and the text says so itself.
    [
      { used_context: false, model: '', confidence: 0.1 },
      { isFree: false, confidence: undefined },
    ],
    [
      { used_context: false, model: 'm', confidence: 0 },
      { isFree: true, confidence: undefined },
    ],
    [{}, { isFree: false, confidence: undefined }],
  ])('%j', (given, grounds) => expect(groundsOf(given)).toEqual(grounds))
})

describe('an answer as it comes', () => {
  test('its texts are paragraphs, its passages are there once', () => {
    const turn = turnOf(
      newTurn('k', 'When?'),
      message([
        { type: 'text', text: 'One [1].' },
        { type: 'text', text: '' },
        { type: 'text', text: 'Two.' },
        { type: 'data-citation', data: citation },
        { type: 'data-citation', data: citation },
        { type: 'data-citation', data: { ...citation, index: 2 } },
      ]),
    )
    expect(turn.text).toBe('One [1].\n\nTwo.')
    expect(turn.citations.map(({ index }) => index)).toEqual([1, 2])
  })

  test('what it does not know changes nothing', () => {
    const base = newTurn('k', 'When?')
    expect(turnOf(base, message([{ type: 'data-something', data: 1 }]))).toMatchObject({
      text: '',
      citations: [],
      links: [],
    })
  })

  test('what was decided here stays decided until the answer says how it went', () => {
    const asked = { tool_call_id: 't', title: 'Remove', detail: '', risk: 'outward' as const }
    const base = { ...newTurn('k', 'Remove it'), confirmations: [{ ...asked, decided: true }] }
    const parts: unknown[] = [{ type: 'data-confirmation', data: asked }]
    expect(turnOf(base, message(parts)).confirmations[0]!.decided).toBe(true)
    parts.push({ type: 'dynamic-tool', toolName: 'x', toolCallId: 't', state: 'output-denied' })
    expect(turnOf(base, message(parts)).confirmations[0]!.decided).toBe(false)
  })

  test('the service names the run, the conversation and the price', () => {
    const turn = turnOf(
      newTurn('k', 'q'),
      message([], { run_id: 'r', session_id: 's', status: 'completed', cost_rub: 2 }),
    )
    expect(turn).toMatchObject({ runId: 'r', sessionId: 's', status: 'completed', cost: 2 })
  })
})
