import { useEffect, useRef, useState } from 'react'
import { put } from '../../api/call.ts'

export type UnsavedText = 'same' | 'typing' | 'saving' | 'kept' | 'failed'

const PAUSE_MS = 800

/** Keeps what is typed as a draft, a moment after the hand rests; never two requests at once. */
export function useKeeping(id: string, first: UnsavedText) {
  const [state, setState] = useState<UnsavedText>(first)
  const wanted = useRef<{ text: string; base: number }>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const busy = useRef<Promise<void>>(undefined)

  const send = async (): Promise<void> => {
    while (wanted.current) {
      const { text, base } = wanted.current
      wanted.current = undefined
      setState('saving')
      try {
        await put(`/v1/objects/${id}/draft`, { base_version: base, text })
        if (!wanted.current) setState('kept')
      } catch (error) {
        wanted.current ??= { text, base }
        setState('failed')
        throw error
      }
    }
  }
  /** Everything typed so far is with the service once this is done. */
  const flush = async (): Promise<void> => {
    clearTimeout(timer.current)
    await busy.current?.catch(() => {})
    busy.current = send()
    try {
      await busy.current
    } finally {
      busy.current = undefined
    }
  }
  const keep = (text: string, base: number) => {
    wanted.current = { text, base }
    setState('typing')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush().catch(() => {}), PAUSE_MS)
  }
  const forget = () => {
    clearTimeout(timer.current)
    wanted.current = undefined
    setState('same')
  }
  const last = useRef(flush)
  last.current = flush
  // Whoever leaves the page has not lost the last words.
  useEffect(() => () => void last.current().catch(() => {}), [])
  return { state, keep, flush, forget }
}
